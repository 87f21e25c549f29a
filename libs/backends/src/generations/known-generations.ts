import type { IndexTarget } from '@cairn/contracts';
import type { Embedder, Generation, Generations } from '@cairn/ports';

const KEPT_MS = 1_000;

interface Kept {
  readonly until: number;
  readonly rows: Promise<Generation[]>;
}

/** What generations there are, as every process that reads or writes an index knows it: at most a second old. */
export class KnownGenerations {
  readonly staleMs = KEPT_MS;
  private readonly generations: Generations;
  private readonly firstModel: Embedder | undefined;
  private readonly kept = new Map<IndexTarget, Kept>();

  /** A process that embeds brings the model of the first vectors, should there be none. */
  constructor(generations: Generations, firstModel?: Embedder) {
    this.generations = generations;
    this.firstModel = firstModel;
  }

  /** The live one first. Of vectors there are none until there has been a model that works. */
  of<Target extends IndexTarget>(target: Target): Promise<Generation<Target>[]> {
    const kept = this.kept.get(target);
    const rows = kept && performance.now() < kept.until ? kept.rows : this.lookUp(target);
    return rows as Promise<Generation<Target>[]>;
  }

  private lookUp(target: IndexTarget): Promise<Generation[]> {
    const kept = { until: performance.now() + KEPT_MS, rows: this.read(target) };
    this.kept.set(target, kept);
    kept.rows.catch(() => {
      if (this.kept.get(target) === kept) this.kept.delete(target);
    });
    return kept.rows;
  }

  private async read(target: IndexTarget): Promise<Generation[]> {
    const rows = await this.generations.of(target);
    if (rows.length > 0 || target === 'words' || !this.firstModel) return rows;
    if (!(await this.firstModel.health()).ready) return [];
    await this.generations.ensureFirst(target, this.firstModel.modelId, this.firstModel.dims);
    return this.generations.of(target);
  }
}
