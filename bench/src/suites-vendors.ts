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
  'anthropic-memory': ['anthropic==2.14.0', 'inline-snapshot==0.36.1', 'http-snapshot'],
} as const;

export type VendorSuite = keyof typeof vendorPackages;

const Outcome = z.object({ passed: z.number(), skipped: z.number(), failed: z.record(z.string(), z.string()) });
export type VendorOutcome = z.infer<typeof Outcome>;

/** Parts of names of tests that ask about something of the vendor's own, by what that is. */
const Internals = z.record(z.string(), z.record(z.string(), z.array(z.string())));

export const internalsOf = (suite: VendorSuite): Readonly<Record<string, readonly string[]>> =>
  Internals.parse(JSON.parse(readFileSync('bench/data/suites/vendors.json', 'utf8')))[suite] ?? {};

/** Runs the test files of a vendor in a folder, with Cairn's adapter in place of the vendor's store, against a server of its own. */
export async function runVendorTests(suite: VendorSuite, folder: string): Promise<VendorOutcome> {
  const parent = mkdtempSync(join(tmpdir(), 'cairn-suite-'));
  try {
    execFileSync(process.execPath, ['tools/clients/clients.main.ts', '--out', join(parent, 'clients')]);
    const python = join(
      installPeer({ from: 'PyPI', packages: [...vendorPackages[suite], ...PYTEST] }),
      'bin',
      'python3',
    );
    const product = await launchProduct(join(parent, 'data'));
    try {
      const env = {
        ...process.env,
        ...{ HOME: parent, CAIRN_URL: product.url, CAIRN_KEY: product.key, PYTHONDONTWRITEBYTECODE: '1' },
        PYTHONPATH: join(parent, 'clients', 'python'),
      };
      const driver = [resolve('bench', 'src', 'suites-vendors.driver.py'), suite, resolve(folder)];
      const { stdout } = await promisify(execFile)(python, driver, { env, maxBuffer: 64 << 20 });
      return Outcome.parse(JSON.parse(stdout));
    } finally {
      await product.close();
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
