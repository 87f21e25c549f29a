import type { OrgId } from '@cairn/contracts';
import type { Embedder, Generation } from '@cairn/ports';
import type { SimilarityScales, MeasuredScale, Generations } from '@cairn/store';
import { ConfiguredEmbedders } from './configured-embedders.ts';
import { KnownGenerations } from './known-generations.ts';

const usual = { cosineNone: 0, cosineFull: 0.6, cosineSpread: 0.1, maxSimNone: 0, maxSimFull: 1, maxSimSpread: 0 };
const measured = { cosineNone: 0.7, cosineFull: 0.9, cosineSpread: 0.03 };
const org = 'org' as OrgId;

const modelOf = (modelId: string, scale: Embedder['scale']) => ({ modelId, scale }) as unknown as Embedder;

/** Embedders while vectors-2 is live and the same model builds vectors-3, which is measured too. */
function embeddersWith(model: Embedder, scales: Readonly<Record<string, MeasuredScale>>) {
  const rows: Partial<Generation>[] = [
    { number: 3, builtBy: 'm', status: 'building' },
    { number: 2, builtBy: 'm', status: 'live' },
  ];
  const generations = { written: async () => rows } as unknown as Generations;
  const of: SimilarityScales['of'] = async ({ orgId, generation }) => scales[`${orgId} ${generation}`];
  const store: Partial<SimilarityScales> = { of };
  return new ConfiguredEmbedders(new KnownGenerations(generations), [model], store as SimilarityScales);
}

it("goes by what was measured of the generation that is read, by the organisation's own texts", async () => {
  const model = modelOf('m', { ...usual, isUsual: true });
  const other = { ...measured, cosineNone: 0.1 };

  const embedders = embeddersWith(model, { 'org 2': measured, 'org 3': other, 'elsewhere 2': other });

  expect(await embedders.scaleOf(model, org)).toMatchObject({ ...measured, maxSimFull: 1 });
});

it('goes by what is usual until then, and by its own scale where it has one', async () => {
  const unmeasured = modelOf('m', { ...usual, isUsual: true });
  const own = modelOf('m', usual);

  expect(await embeddersWith(unmeasured, {}).scaleOf(unmeasured, org)).toEqual(unmeasured.scale);
  expect(await embeddersWith(own, { 'org 2': measured }).scaleOf(own, org)).toEqual(usual);
});
