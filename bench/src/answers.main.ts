import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { GatewayModule } from '@cairn/service-gateway';
import { toolCaller, type Tell } from './answers-client.ts';
import {
  measureMessages,
  measureQuestions,
  measureRecent,
  measureTold,
  measureUpdates,
  measureValues,
} from './answers-run.ts';
import { readAnswersSet, type Half } from './answers-set.ts';
import { loadTeam } from './answers-team.ts';
import { tokenCounter } from './answers-tokens.ts';
import { startBenchServer } from './bench-server.ts';

const USAGE = `npm run bench:answers -- [options]
  --data DIR    the team and its questions; bench/data/answers unless told
  --out FILE    writes the answers to it as a model reads them; not of the locked half
  --locked      the half that nobody fits to, in totals alone`;

async function main(): Promise<void> {
  const { folder, half, out } = request(process.argv.slice(2));
  const set = readAnswersSet(folder, half);
  const countTokens = await tokenCounter();
  const options = { remember: true, modules: [GatewayModule.forRoot()] };
  const server = await startBenchServer(options);
  try {
    const team = await loadTeam(server, set);
    const url = server.service.url;
    const asker = await toolCaller(url, server.key, out === undefined ? undefined : writerTo(out));
    const run = { set, team, asker, url, countTokens, isOpen: half === 'dev' };
    console.log(`answers, ${half}`);
    await measureQuestions(run);
    await measureMessages(run);
    await measureRecent(run);
    await measureUpdates(run);
    await measureTold(run);
    await asker.close();
  } finally {
    await server.close();
  }
  const empty = await startBenchServer(options);
  try {
    const asker = await toolCaller(empty.service.url, empty.key);
    await measureValues({ set, isOpen: half === 'dev' }, asker);
    await asker.close();
  } finally {
    await empty.close();
  }
}

function request(args: readonly string[]): { folder: string; half: Half; out: string | undefined } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string', default: 'bench/data/answers' },
      locked: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  if (!existsSync(values.data)) throw new Error(`--data ${values.data} is no folder. Usage: ${USAGE}`);
  if (values.locked && values.out !== undefined) throw new Error(`--out is not for --locked. Usage: ${USAGE}`);
  return { folder: values.data, half: values.locked ? 'locked' : 'dev', out: values.out };
}

function writerTo(path: string): Tell {
  writeFileSync(path, '');
  return (tool, args, parts) => appendFileSync(path, [`>>> ${tool} ${JSON.stringify(args)}`, ...parts, ''].join('\n'));
}

await main();
