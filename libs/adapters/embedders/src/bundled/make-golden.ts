/**
 * Writes golden.json, with which the self-test compares: the vectors that the bundled model computes for a few texts with
 * 32-bit floats. Run this again only when weights or text preparation change: `node
 * libs/adapters/embedders/src/bundled/make-golden.ts`.
 */
import { writeFileSync } from 'node:fs';
import { loadFirstEngine } from '../local/engines.ts';
import { encodeVector, type Golden } from './golden.ts';
import { MINILM } from './minilm-graph.ts';
import { MiniLmModel } from './minilm-model.ts';
import { findModelFiles } from './model-files.ts';
import { readTfjsWeights } from './tfjs-weights.ts';
import { loadWordPiece } from './tokenizer.ts';

const sentence =
  'When the nightly import failed, the second worker had not renewed its lease, so both wrote the same rows. ';

const texts = [
  'deploy freeze on Friday',
  'Who decided that we keep the message queue in Redis and not in Postgres?',
  'Anna: I moved to Lisbon in March; my sister still lives in Gdańsk, 2,300 km away!',
  'function retry(attempts) { return attempts > 3 ? fail("EPIPE") : send(/v1\\/items/); }',
  sentence.repeat(12),
];

const { engine } = await loadFirstEngine(['native']);
const model = await MiniLmModel.load(engine, readTfjsWeights(findModelFiles()), 'fp32', 1);
const golden: Golden[number][] = [];
for (const text of texts) {
  const { ids } = loadWordPiece().encodeBeginning(text, MINILM.maxTokens);
  golden.push({ text, vector: encodeVector((await model.run(ids)).vector) });
}
writeFileSync(new URL('./golden.json', import.meta.url), `${JSON.stringify(golden, null, 2)}\n`);
await model.release();
