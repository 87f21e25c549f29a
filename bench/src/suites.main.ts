import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startBenchServer } from './bench-server.ts';
import { readForgettingCases, runForgettingCase } from './suites-forgetting.ts';

const USAGE = `npm run suites -- [options]
  --only NAME   one suite: ${['forgetting', 'forgeteval'].join(', ')}
  --data FILE   cases of ForgetEval, fetched by you; without it that suite is skipped`;

/** Cases in our own words and data, of the kinds that suites of others ask about. */
const OWN_CASES = 'bench/data/suites/forgetting.json';

async function main(): Promise<void> {
  const { only, data } = parseArgs({ options: { only: { type: 'string' }, data: { type: 'string' } } }).values;
  const suites = { forgetting: OWN_CASES, forgeteval: data };
  const wanted = Object.entries(suites).filter(([name]) => only === undefined || only === name);
  if (wanted.length === 0) {
    console.error(USAGE);
    process.exit(2);
  }
  for (const [name, file] of wanted) {
    if (file === undefined) console.log(`${name}  skipped: needs --data FILE`);
    else await runSuite(name, file);
  }
}

async function runSuite(name: string, file: string): Promise<void> {
  const cases = readForgettingCases(file);
  const server = await startBenchServer({ remember: 'documents' });
  const passed = new Map<string, number>();
  const counts = new Map<string, number>();
  try {
    for (const one of cases) {
      const failure = await runForgettingCase({ url: server.service.url, key: server.key }, one);
      counts.set(one.family, (counts.get(one.family) ?? 0) + 1);
      if (failure === undefined) passed.set(one.family, (passed.get(one.family) ?? 0) + 1);
      else console.log(`${name}  ${one.id} failed: ${failure}`);
    }
  } finally {
    await server.close();
  }
  const total = [...passed.values()].reduce((sum, count) => sum + count, 0);
  for (const [family, count] of counts) console.log(`${name}  ${family}: ${passed.get(family) ?? 0} of ${count}`);
  console.log(`${name}  ${total} of ${cases.length}, load ${loadavg()[0]!.toFixed(1)}`);
}

await main();
