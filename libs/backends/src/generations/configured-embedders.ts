import { UnavailableEmbedder } from '@cairn/adapter-embedders';
import { Embedders, type Embedder } from '@cairn/ports';
import { settled } from '../embedder.ts';
import type { KnownGenerations } from './known-generations.ts';

/** The models that the settings name: the present one, and the next if there is to be one. */
export class ConfiguredEmbedders extends Embedders {
  readonly isOff: boolean;
  private readonly known: KnownGenerations;
  private readonly models: readonly Embedder[];

  constructor(known: KnownGenerations, models: readonly [Embedder, ...Embedder[]]) {
    super();
    this.known = known;
    this.models = models;
    this.isOff = models.every((model) => model instanceof UnavailableEmbedder);
  }

  async live(): Promise<Embedder> {
    const [live] = await this.known.of('vectors');
    return live ? this.of(live.builtBy) : this.models[0]!;
  }

  async of(modelId: string): Promise<Embedder> {
    const models = await Promise.all(this.models.map(settled));
    return models.find((model) => model.modelId === modelId) ?? unnamed(modelId);
  }

  next(): Promise<Embedder> {
    return settled(this.models.at(-1)!);
  }
}

const unnamed = (modelId: string) =>
  new UnavailableEmbedder(
    `The vectors were made by ${modelId}, which neither CAIRN_EMBEDDER nor CAIRN_NEXT_EMBEDDER names.`,
  );
