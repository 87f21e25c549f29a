// npm run test:conformance: runs the protocol's own suite against a real server, for both generations of clients, as an
// authorization server and for its skills, without network.
// e2e/conformance-baseline.yml must list every failure with its reason, and every entry must still fail.
//   --baseline FILE   another baseline; one of `server: []` shows everything that fails
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@cairn/testing/free-port';
import { soundBundle } from '../kill/bundles.ts';
import { startServer } from '../server-process.ts';
import { runAuthorization } from './authorization.ts';
import { startKeyProxy } from './key-proxy.ts';
import { authorizationReport, checksOf, readReport, scenarioReport, type SuiteReport } from './suite-report.ts';

const REVISIONS = ['2026-07-28', '2025-11-25'];
const SKILL_SCENARIOS = ['sep-2640-skills-directory', 'sep-2640-skills-enumeration', 'sep-2640-skills-manifest'];
const SUITE = 'node_modules/@modelcontextprotocol/conformance';
const MINUTE_MS = 60_000;

const { values } = parseArgs({ options: { baseline: { type: 'string', default: 'e2e/conformance-baseline.yml' } } });

let passed = 0;
let failed = 0;
for (const report of await withServer(runAll)) {
  passed += checksOf(report);
  failed += report.unexpected.length + report.stale.length;
}
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

interface Tested {
  /** Address of /mcp, which adds the key to each request. */
  readonly mcp: string;
  readonly url: string;
  readonly key: string;
}

async function runAll(server: Tested): Promise<SuiteReport[]> {
  const reports: SuiteReport[] = [];
  for (const revision of REVISIONS) reports.push(await run(revision, server.mcp));
  const output = await runAuthorization(`${SUITE}/dist/index.js`, server);
  const report = authorizationReport(output);
  if (report.unexpected.length > 0) process.stdout.write(output);
  print('authorization', report);
  return [...reports, report, ...(await runSkills(server))];
}

/** Runs the scenarios of the extension for skills, each alone, on a server that has one skill. */
async function runSkills({ url, key, mcp }: Tested): Promise<SuiteReport[]> {
  const skill = { title: 'Moor the ferry', content: 'Take in the lines.', store: 'procedural', category: 'skill' };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(skill) };
  const stored = await fetch(`${url}/v1/memories?wait=indexed`, request);
  if (!stored.ok) throw new Error(`The skill was refused: ${await stored.text()}`);
  const results = mkdtempSync(join(tmpdir(), 'cairn-conformance-'));
  const reports: SuiteReport[] = [];
  for (const name of SKILL_SCENARIOS) {
    const args = ['server', '--url', mcp, '--scenario', name, '--output-dir', results];
    const { output } = await runNode([`${SUITE}/dist/index.js`, ...args], MINUTE_MS);
    const report = scenarioReport(name, output);
    if (report.unexpected.length > 0) process.stdout.write(output);
    print(name, report);
    reports.push(report);
  }
  rmSync(results, { recursive: true });
  return reports;
}

async function withServer<Result>(use: (server: Tested) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-conformance-'));
  const bundle = soundBundle();
  const port = await freePort();
  const env = { CAIRN_PUBLIC_URL: `http://127.0.0.1:${port}` };
  const server = await startServer({ bundle, dataDir: join(folder, 'data'), port, env });
  const proxy = await startKeyProxy({ url: server.url, key: server.key! });
  try {
    return await use({ mcp: `${proxy.url}/mcp`, url: env.CAIRN_PUBLIC_URL, key: server.key! });
  } finally {
    proxy.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Runs the suite; fails also when the suite fails, whatever it printed. */
async function run(revision: string, url: string): Promise<SuiteReport> {
  const results = mkdtempSync(join(tmpdir(), 'cairn-conformance-'));
  const args = [
    `${SUITE}/dist/index.js`,
    'server',
    '--url',
    url,
    '--requirements',
    revision,
    '--output-dir',
    results,
    '--expected-failures',
    values.baseline,
  ];
  const { isFailed, output } = await runNode(args, 3 * MINUTE_MS);
  rmSync(results, { recursive: true });
  const report = readReport(output, readFileSync(`${SUITE}/requirements/${revision}.yaml`, 'utf8'));
  const isBroken = report.scenarios.length === 0 || (isFailed && report.unexpected.length + report.stale.length === 0);
  if (isBroken) process.stdout.write(output);
  const judged = isBroken ? { ...report, unexpected: [...report.unexpected, 'the suite itself'] } : report;
  print(revision, judged);
  return judged;
}

function runNode(args: readonly string[], timeout: number): Promise<{ isFailed: boolean; output: string }> {
  const options = { timeout, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) =>
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ isFailed: error !== null, output: stdout + stderr }),
    ),
  );
}

function print(revision: string, report: SuiteReport): void {
  const { scenarios, leftOut, unexpected, stale } = report;
  const scored = scenarios.filter(({ isScored }) => isScored);
  const whole = scored.filter((scenario) => scenario.failed === 0).length;
  const checks = checksOf(report);
  console.log(
    `${revision}: ${checks} checks of ${scored.length} required scenarios pass (${whole} scenarios wholly), ${leftOut.length} checks are left out by the baseline, ${unexpected.length} fail, ${stale.length} entries are stale`,
  );
  for (const entry of unexpected) console.log(`  fails, and is not in the baseline: ${entry}`);
  for (const entry of stale) console.log(`  passes, so it does not belong in the baseline: ${entry}`);
}
