import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { abstentionReport } from './suites-abstention.ts';
import { atlasReport } from './suites-atlas.ts';
import { forgettingReport } from './suites-forgetting.ts';
import { gatememReport } from './suites-gatemem.ts';
import { memoryGymReport } from './suites-memorygym.ts';
import { poisoningReport } from './suites-poisoning.ts';
import {
  internalsOf,
  runMem0Tests,
  runVendorTests,
  vendorPackages,
  vendorReport,
  type VendorSuite,
} from './suites-vendors.ts';

/** A suite prints lines. Data of others is fetched by the person who runs it. */
interface Suite {
  readonly needs?: string;
  run(data: string): Promise<readonly string[]>;
}

const ofVendor = (name: VendorSuite): Suite => ({
  needs: `FOLDER, the unpacked source archive of ${vendorPackages[name][0]}`,
  run: async (folder) => vendorReport(await runVendorTests(name, folder), internalsOf(name)),
});

const suites: Readonly<Record<string, Suite>> = {
  atlas: { run: atlasReport },
  forgetting: { run: () => forgettingReport('bench/data/suites/forgetting.json') },
  forgeteval: { needs: 'FILE, cases of ForgetEval', run: forgettingReport },
  gatemem: { needs: 'FOLDER, bench/data of GateMem', run: gatememReport },
  poisoning: { needs: 'FILE, lines of JSON with content or text, and label', run: poisoningReport },
  abstention: { needs: 'FILE, a question and its texts in each line', run: abstentionReport },
  memorygym: { needs: 'FOLDER, a clone of MemoryGym (Evilander/memorygym)', run: memoryGymReport },
  langgraph: ofVendor('langgraph'),
  'openai-session': ofVendor('openai-session'),
  'anthropic-memory': ofVendor('anthropic-memory'),
  mem0: {
    needs: 'FOLDER, mem0-ts of a clone of mem0ai/mem0 after npm install',
    run: async (folder) => vendorReport(await runMem0Tests(folder), internalsOf('mem0')),
  },
};

const USAGE = `npm run suites -- [options]
  --only NAME   one suite: ${Object.keys(suites).join(', ')}
  --data PATH   what the suite of others needs, fetched by you; without it that suite is skipped`;

async function main(): Promise<void> {
  const { only, data } = parseArgs({ options: { only: { type: 'string' }, data: { type: 'string' } } }).values;
  const wanted = Object.entries(suites).filter(([name]) => only === undefined || only === name);
  // Data belongs to one suite.
  if (wanted.length === 0 || (data !== undefined && only === undefined)) {
    console.error(USAGE);
    process.exit(2);
  }
  for (const [name, { needs, run }] of wanted) {
    if (needs !== undefined && data === undefined) console.log(`${name}  skipped: needs --data ${needs}`);
    else for (const line of await run(data ?? '')) console.log(`${name}  ${line}`);
    console.log(`${name}  load ${loadavg()[0]!.toFixed(1)}`);
  }
}

await main();
