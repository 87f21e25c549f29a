import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { OrgId } from '@cairn/contracts';
import { PeriodicTasks, Uses } from '@cairn/platform';
import { Embedders, type Embedder, type Generation } from '@cairn/ports';
import { measuredScale } from '@cairn/ranking';
import {
  similarityScales,
  type SimilarityScales,
  itemScan,
  type ItemScan,
  organisationIds,
  generations,
  type Generations,
} from '@cairn/store';
import { selectDissimilarTexts } from './unlike-texts.ts';

/**
 * Number of texts for a measurement. Fewer texts give no stable scale, since the cosine of the nearest text grows with
 * the number of texts.
 */
const SAMPLE_TEXTS = 200;
/** Number of texts that are read. More texts are read than measured, since similar texts are dropped. */
const TEXTS_READ = 2 * SAMPLE_TEXTS;
/** Number of texts in a batch. It is small, so that a query waits for at most one batch. */
const TEXTS_AT_ONCE = 8;
const LOOK_EVERY_MS = 20_000;

/**
 * Measures the similarity scale of a model whose card states no scale, once for each generation and organisation, on
 * texts of that organisation. An organisation with too few texts keeps the default scale.
 */
@Injectable()
export class ScaleMeasurement implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ScaleMeasurement.name);
  private readonly tasks = new PeriodicTasks(this.logger);
  /** Position of the last item at the previous check. Nothing is measured before new items arrive. */
  private seen = 0;

  constructor(
    @Uses(generations) private readonly generations: Generations,
    private readonly embedders: Embedders,
    @Uses(itemScan) private readonly itemScan: ItemScan,
    @Uses(similarityScales) private readonly scales: SimilarityScales,
  ) {}

  /** Checks periodically, since the first generation is live before there are any texts. */
  onApplicationBootstrap(): void {
    this.tasks.begin({ task: 'measuring of similarities', everyMs: LOOK_EVERY_MS, run: () => this.lookOnce() });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.tasks.end();
  }

  /** Measures every organisation that has enough texts and no scale yet. */
  async measure(generation: Generation): Promise<void> {
    const model = await this.embedders.of(generation.builtBy);
    if (!model.scale.isUsual) return;
    for await (const orgId of organisationIds(this.itemScan)) {
      if (this.tasks.isEnded) return;
      if (!(await this.scales.of({ orgId, generation: generation.number })))
        await this.measureFor(orgId, generation, model);
    }
  }

  private async lookOnce(): Promise<void> {
    const last = await this.itemScan.last();
    if (last === this.seen) return;
    const written = await this.generations.written({ target: 'vectors' });
    for (const generation of written.filter(({ filledAt }) => filledAt !== null)) await this.measure(generation);
    this.seen = last;
  }

  private async measureFor(orgId: OrgId, { number }: Generation, model: Embedder): Promise<void> {
    const texts = await this.textsOf(orgId);
    if (texts.length < SAMPLE_TEXTS) return;
    const queries = await embedTexts(model, texts, 'query');
    const scale = measuredScale(queries, await embedTexts(model, texts, 'document'));
    const name = `vectors-${number} in organisation ${orgId}`;
    if (!scale) return this.logger.warn(`${name}: ${model.modelId} puts all texts at one place`);
    await this.scales.keep({ orgId, generation: number, scale });
    this.logger.log(scale, `${name}: what the similarities of ${model.modelId} mean is measured`);
  }

  private async textsOf(orgId: OrgId): Promise<string[]> {
    return selectDissimilarTexts(await this.scales.texts({ orgId, limit: TEXTS_READ }), SAMPLE_TEXTS);
  }
}

async function embedTexts(model: Embedder, texts: readonly string[], kind: 'query' | 'document') {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
    const some = await model.embed(texts.slice(at, at + TEXTS_AT_ONCE), kind);
    vectors.push(...some.map(({ vector }) => vector));
  }
  return vectors;
}
