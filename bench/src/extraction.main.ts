import { BundledEmbedder } from '@cairn/adapter-embedders';
import type { Embed } from '@cairn/extraction';
import { drawProposals, publishJudged } from './extraction-draw.ts';
import { fitWeights } from './extraction-fit.ts';
import { measureKept } from './extraction-recall.ts';
import { readExtractionRequest, type ExtractionRequest } from './extraction-request.ts';
import { measurePublicSets, measureSessions } from './extraction-run.ts';
import { readSessions } from './extraction-sets.ts';

const SHORT_SESSIONS = 3;

async function main(): Promise<void> {
  const request = readExtractionRequest(process.argv.slice(2));
  if (request.does === 'publish') return publishJudged(request.judged, request.out);
  if (request.does !== 'fit' && request.isWordsOnly) return run(request, undefined);
  const embedder = new BundledEmbedder();
  try {
    await run(request, async (texts) => (await embedder.embed(texts, 'document')).map(({ vector }) => vector));
  } finally {
    await embedder.close();
  }
}

async function run(request: Exclude<ExtractionRequest, { does: 'publish' }>, embed: Embed | undefined): Promise<void> {
  const sessions = readSessions(request.path).slice(0, request.isShort ? SHORT_SESSIONS : undefined);
  if (request.does === 'recall') return console.log(await measureKept(request.data, embed));
  if (request.does === 'draw') return drawProposals({ ...request, sessions, embed });
  if (request.does === 'fit' && embed) return fitWeights({ ...request, sessions, embed });
  console.log(await measureSessions(sessions, embed));
  if (request.data !== undefined) console.log(await measurePublicSets(request.data, embed));
}

await main();
