import type { IndexTarget } from '@cairn/contracts';
import { Memo, type Embedder, type Generation } from '@cairn/ports';
import type { Generations } from '@cairn/store';

const GENERATIONS_CACHE_MS = 1_000;

/** Caches the list of generations for a process that reads or writes an index; at most a second old. */
export class KnownGenerations {
  readonly staleMs = GENERATIONS_CACHE_MS;
  private readonly generations: Generations;
  private readonly firstModel: Embedder | undefined;
  private readonly kept = new Memo<IndexTarget, Generation[]>({ max: 10, ttl: GENERATIONS_CACHE_MS });

  /** Pass `firstModel` in a process that embeds: the first generation of vectors is created from it if there is none. */
  constructor(generations: Generations, firstModel?: Embedder) {
    this.generations = generations;
    this.firstModel = firstModel;
  }

  /** Lists the generations of a target, the live one first. There is none for vectors until a model has been ready. */
  of<Target extends IndexTarget>(target: Target): Promise<Generation<Target>[]> {
    return this.kept.of(target, () => this.read(target)) as Promise<Generation<Target>[]>;
  }

  private async read(target: IndexTarget): Promise<Generation[]> {
    const rows = await this.generations.written({ target });
    if (rows.length > 0 || target === 'words' || !this.firstModel) return rows;
    if (!(await this.firstModel.health()).ready) return [];
    await this.generations.ensureFirst({ target, builtBy: this.firstModel.modelId, dims: this.firstModel.dims });
    return this.generations.written({ target });
  }
}
