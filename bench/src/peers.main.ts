import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { tokenCounter } from './answers-tokens.ts';
import { benchEmbedder } from './bench-server.ts';
import { basicMemory } from './peer-basic-memory.ts';
import { cairnMessages, cairnOnSharedModel, cairnOverHttp, cairnOverMcp } from './peer-cairn.ts';
import { claudeMem } from './peer-claude-mem.ts';
import { chroma, mem0, openclaw, sqliteAlone } from './peer-libraries.ts';
import { referenceServer } from './peer-reference.ts';
import { SHARED_MODEL, type Peer } from './peer.ts';
import { startPeersEndpoint } from './peers-endpoint.ts';
import { installPeer } from './peers-install.ts';
import { peersData } from './peers-items.ts';
import { LIMIT, measurePeer, sizeMb, WARM_UP, type PeersRun } from './peers-measure.ts';
import { peersText, type PeerRow } from './peers-report.ts';

const USAGE = `npm run bench:peers -- --data DIR [options]
  --data DIR           data sets in the format of its README
  --part PART          dev unless told
  --items N            messages to store; 700 unless told
  --only NAMES         systems whose names contain one of these, divided by commas
  --fill-seconds N     a system that is slower to fill is asked as it is then; 900 unless told
  --ready-seconds N    a system that is not ready for questions by then is given up; twice --fill-seconds unless told
  --ask-seconds N      a system that is slower to answer is asked no more then; 300 unless told
  --out FILE           writes the table to it`;

/** Messages that answer the questions; they are the first of every store. */
const ANSWERABLE = 700;
const EMBEDDED_AT_ONCE = 64;

const PEERS: readonly Peer[] = [
  ...[cairnOverMcp, cairnOverHttp, cairnMessages, cairnOnSharedModel],
  ...[sqliteAlone, chroma, mem0, openclaw, basicMemory, claudeMem, referenceServer],
];

async function main(): Promise<void> {
  const { data: folder, part, items, only, out, ...seconds } = readRequest(process.argv.slice(2));
  const data = await peersData(folder, { part, items, answerable: Math.min(items, ANSWERABLE) });
  const peers = PEERS.filter(({ name }) => only.some((part) => name.toLowerCase().includes(part)));
  const model = benchEmbedder({ kind: 'bundled' }, { remember: 'documents' });
  const embedded = peers.some(({ vectors }) => vectors === 'shared') ? items : 0;
  for (let at = 0; at < embedded; at += EMBEDDED_AT_ONCE) {
    const texts = data.items.slice(at, at + EMBEDDED_AT_ONCE).map(({ text }) => text);
    await model.embed(texts, 'document');
  }
  const endpoint = await startPeersEndpoint(model);
  const questions = Math.max(0, data.questions.length - WARM_UP);
  const run: PeersRun = { ...data, endpoint, ...seconds, countTokens: await tokenCounter() };
  const about = {
    items,
    questions: data.questions.length,
    'hits asked for': LIMIT,
    'shared model': `${SHARED_MODEL.name}, served by this bench; documents come from its cache, questions are embedded when they are asked`,
    machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    'load before the run': loadavg()[0]!.toFixed(1),
    tokens: run.countTokens ? 'of o200k_base' : 'skipped: gpt-tokenizer is not installed',
  };
  try {
    const rows: PeerRow[] = [];
    for (const peer of peers) {
      say(peer.name);
      rows.push(await rowOf(peer, run));
      // A run takes long, so an interrupted one leaves what it has measured.
      if (out !== undefined) write(out, peersText({ about, items, questions, rows }));
    }
    console.log(peersText({ about, items, questions, rows }));
  } finally {
    endpoint.close();
    if ('close' in model && typeof model.close === 'function') await model.close();
  }
}

/** Row of a system; one that cannot be installed or does not start says why. */
async function rowOf(peer: Peer, run: PeersRun): Promise<PeerRow> {
  const { name, vectors, note, needs } = peer;
  const about = { name, vectors, note, version: versionOf(peer) };
  let installedMb: number | undefined;
  try {
    const packagesDir = needs === undefined ? '' : installPeer(needs);
    installedMb = needs === undefined ? sizeMb(...CAIRN_PACKAGES) : sizeMb(packagesDir);
    return { ...about, installedMb, result: { figures: await measurePeer(peer, packagesDir, run) } };
  } catch (error) {
    const skipped = error instanceof Error ? error.message : String(error);
    say(`skipped: ${skipped}`);
    return { ...about, installedMb, result: { skipped } };
  }
}

/** Packages as users install them, if `npm run packages` has made them. */
const CAIRN_PACKAGES = ['dist-packages/npm/cairn', `dist-packages/npm/runtime-${process.platform}-${process.arch}`];

const versionOf = ({ needs }: Peer): string =>
  needs === undefined ? 'this build' : needs.packages[0].replace(/^.+?(?:@|==)(?=\d)/, '');

function readRequest(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      part: { type: 'string', default: 'dev' },
      items: { type: 'string', default: '700' },
      only: { type: 'string', default: '' },
      'fill-seconds': { type: 'string', default: '900' },
      'ready-seconds': { type: 'string' },
      'ask-seconds': { type: 'string', default: '300' },
      out: { type: 'string' },
    },
  });
  const { data, part, only, out } = values;
  if (data === undefined) throw new Error(`--data is missing. Usage: ${USAGE}`);
  const names = only.toLowerCase().split(',');
  const fillSeconds = Number(values['fill-seconds']);
  const readySeconds = Number(values['ready-seconds'] ?? 2 * fillSeconds);
  const seconds = { fillSeconds, readySeconds, askSeconds: Number(values['ask-seconds']) };
  return { data, part, only: names, out, items: Number(values.items), ...seconds };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
}

const say = (what: string) => process.stderr.write(`${process.uptime().toFixed(0).padStart(5)} s  ${what}\n`);

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
