import { UnavailableEmbedder } from '@cairn/adapter-embedders';
import type { OrgId } from '@cairn/contracts';
import { Embedders, Memo, type Embedder } from '@cairn/ports';
import type { SimilarityScales, MeasuredScale } from '@cairn/store';
import { awaitModel } from '../embedders/embedder.ts';
import type { KnownGenerations } from './known-generations.ts';

/**
 * Bounds of the cache of scales. An organisation may keep the default scale for up to `ttl` ms after its own was measured.
 */
const SCALE_CACHE_LIMITS = { max: 10_000, ttl: 10_000 };

/** Provides the configured models: the current one, and the next if there is one. */
export class ConfiguredEmbedders extends Embedders {
  readonly isOff: boolean;
  private readonly known: KnownGenerations;
  private readonly models: readonly Embedder[];
  private readonly scales: SimilarityScales;
  private readonly measured = new Memo<string, MeasuredScale | undefined>(SCALE_CACHE_LIMITS);

  constructor(known: KnownGenerations, models: readonly [Embedder, ...Embedder[]], scales: SimilarityScales) {
    super();
    this.known = known;
    this.models = models;
    this.scales = scales;
    this.isOff = models.every((model) => model instanceof UnavailableEmbedder);
  }

  async live(): Promise<Embedder> {
    const [live] = await this.known.of('vectors');
    return live ? this.of(live.builtBy) : this.models[0]!;
  }

  async of(modelId: string): Promise<Embedder> {
    const models = await Promise.all(this.models.map(awaitModel));
    return models.find((model) => model.modelId === modelId) ?? unknownModelEmbedder(modelId);
  }

  async scaleOf(model: Embedder, orgId: OrgId): Promise<Embedder['scale']> {
    if (!model.scale.isUsual) return model.scale;
    const generations = await this.known.of('vectors');
    const read = generations.find(({ builtBy, status }) => builtBy === model.modelId && status !== 'building');
    return { ...model.scale, ...(read && (await this.measuredScale(orgId, read.number))) };
  }

  private measuredScale(orgId: OrgId, generation: number): Promise<MeasuredScale | undefined> {
    return this.measured.of(`${orgId} ${generation}`, () => this.scales.of({ orgId, generation }));
  }

  next(): Promise<Embedder> {
    return awaitModel(this.models.at(-1)!);
  }
}

const unknownModelEmbedder = (modelId: string) =>
  new UnavailableEmbedder(
    `The vectors were made by ${modelId}, which neither CAIRN_EMBEDDER nor CAIRN_NEXT_EMBEDDER names.`,
  );
