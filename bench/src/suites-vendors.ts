import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { installPeer } from './peers-install.ts';
import { launchProduct } from './speed-process.ts';

const PYTEST = ['pytest==9.2.0', 'pytest-asyncio==1.5.0', 'httpx==0.28.1', 'attrs==26.1.0'] as const;

/** Packages that the tests of a vendor import, by the name of the suite. The tests are in the source archive of the first. */
export const vendorPackages = {
  langgraph: ['langgraph-checkpoint-sqlite==3.1.2', 'langgraph-checkpoint==4.3.2', 'pytest-mock==3.17.0'],
  'openai-session': ['openai-agents==0.24.0', 'inline-snapshot==0.36.1'],
  'anthropic-memory': ['anthropic==2.14.0', 'inline-snapshot==0.36.1', 'http-snapshot==0.1.9'],
} as const;

export type VendorSuite = keyof typeof vendorPackages;

const Outcome = z.object({ passed: z.number(), skipped: z.number(), failed: z.record(z.string(), z.string()) });
export type VendorOutcome = z.infer<typeof Outcome>;

/** Parts of names of tests that ask about something of the vendor's own, by what that is. */
const Internals = z.record(z.string(), z.record(z.string(), z.array(z.string())));

export const internalsOf = (suite: VendorSuite | 'mem0'): Readonly<Record<string, readonly string[]>> =>
  Internals.parse(JSON.parse(readFileSync('bench/data/suites/vendors.json', 'utf8')))[suite] ?? {};

/** Runs the test files of a vendor in a folder, with Cairn's adapter in place of the vendor's store, against a server of its own. */
export const runVendorTests = (suite: VendorSuite, folder: string): Promise<VendorOutcome> =>
  withServer(async ({ parent, env }) => {
    execFileSync(process.execPath, ['tools/clients/clients.main.ts', '--out', join(parent, 'clients')]);
    const python = join(
      installPeer({ from: 'PyPI', packages: [...vendorPackages[suite], ...PYTEST] }),
      'bin',
      'python3',
    );
    const path = { PYTHONPATH: join(parent, 'clients', 'python'), PYTHONDONTWRITEBYTECODE: '1' };
    const driver = [resolve('bench', 'src', 'suites-vendors.driver.py'), suite, resolve(folder)];
    const { stdout } = await execute(python, driver, { env: { ...env, ...path }, maxBuffer: 64 << 20 });
    return Outcome.parse(JSON.parse(stdout));
  });

export const JestReport = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

export type JestReport = z.infer<typeof JestReport>;

/** Runs the integration tests of mem0's client in the folder `mem0-ts`, whose packages are installed, against a server of its own. */
export const runMem0Tests = (folder: string): Promise<VendorOutcome> =>
  withServer(async ({ parent, env, key }) => {
    const report = join(parent, 'report.json');
    const config = JSON.stringify({
      transform: { '\\.ts$': ['ts-jest', { diagnostics: false, isolatedModules: true }] },
      testMatch: ['**/tests/integration/*.test.ts'],
      setupFiles: [resolve('bench', 'src', 'suites-mem0.setup.cjs')],
    });
    const jest = [
      join(resolve(folder), 'node_modules', 'jest', 'bin', 'jest.js'),
      '--rootDir',
      '.',
      '--config',
      config,
    ];
    const settings = { ...env, MEM0_API_KEY: key, MEM0_TELEMETRY: 'false' };
    const options = { cwd: resolve(folder), env: settings, maxBuffer: 64 << 20 };
    // A failed test ends it with a failure, and is in the report.
    await execute(process.execPath, [...jest, '--json', '--outputFile', report], options).catch(() => undefined);
    const results = JestReport.parse(JSON.parse(readFileSync(report, 'utf8'))).testResults;
    const tests = results.flatMap(({ assertionResults }) => assertionResults);
    const failed = tests.filter(({ status }) => status === 'failed');
    return {
      passed: tests.filter(({ status }) => status === 'passed').length,
      skipped: tests.filter(({ status }) => status === 'pending').length,
      failed: Object.fromEntries(failed.map((one) => [one.fullName, one.failureMessages[0]?.split('\n')[0] ?? ''])),
    };
  });

const execute = promisify(execFile);

interface Started {
  /** Folder that is removed afterwards. */
  readonly parent: string;
  readonly key: string;
  readonly env: NodeJS.ProcessEnv;
}

async function withServer<Result>(use: (started: Started) => Promise<Result>): Promise<Result> {
  const parent = mkdtempSync(join(tmpdir(), 'cairn-suite-'));
  try {
    const { url, key, close } = await launchProduct(join(parent, 'data'));
    try {
      return await use({ parent, key, env: { ...process.env, HOME: parent, CAIRN_URL: url, CAIRN_KEY: key } });
    } finally {
      await close();
    }
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Lines of a report: how many tests passed, how many ask about the vendor's own, by what, and each other test that failed. */
export function vendorReport(
  { passed, skipped, failed }: VendorOutcome,
  internals: Readonly<Record<string, readonly string[]>>,
): string[] {
  const names = Object.keys(failed);
  const isOf = (parts: readonly string[]) => (name: string) => parts.some((part) => name.includes(part));
  const own = Object.entries(internals).map(([what, parts]) => [what, names.filter(isOf(parts)).length] as const);
  const left = names.filter((name) => !Object.values(internals).some((parts) => isOf(parts)(name)));
  return [
    ...left.map((name) => `failed: ${name}: ${failed[name]}`),
    ...own.filter(([, count]) => count > 0).map(([what, count]) => `${count} about the vendor's own: ${what}`),
    `${passed} of ${passed + names.length} passed, ${left.length} failed beside those of the vendor's own, ${skipped} skipped`,
  ];
}
