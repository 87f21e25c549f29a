import { CairnError, type IndexTarget } from '@cairn/contracts';
import { GenerationIndexes, type Embedders, type Generation, type GenerationIndex, type IndexOf } from '@cairn/ports';
import type { KnownGenerations } from './known-generations.ts';

/** Maps each target to a function that opens the index of one generation. */
export type IndexOpeners = {
  readonly [Target in IndexTarget]: (generation: Generation<Target>) => IndexOf[Target];
};

/** An open index, with methods that some adapters have in addition to the port. */
type Opened = IndexOf[IndexTarget] & { close?(): Promise<void>; health?(): Promise<Health> };

interface Health {
  readonly ready: boolean;
  readonly problem?: string | undefined;
}

/** Opens the index adapter of a generation on first use and keeps it. */
export class BackendIndexes extends GenerationIndexes {
  readonly staleMs: number;
  private readonly known: KnownGenerations;
  private readonly open: IndexOpeners;
  private readonly isOff: boolean;
  private readonly opened = new Map<string, Opened>();

  constructor(known: KnownGenerations, open: IndexOpeners, { isOff }: Pick<Embedders, 'isOff'>) {
    super();
    this.staleMs = known.staleMs;
    this.known = known;
    this.open = open;
    this.isOff = isOff;
  }

  async written<Target extends IndexTarget>(target: Target): Promise<GenerationIndex<Target>[]> {
    const generations = await this.known.of(target);
    if (generations.length > 0 || this.isOff)
      return generations.map((generation) => ({ generation, index: this.of(generation) }));
    throw new CairnError('embedder/unavailable', 'There are no vectors yet, since no embedding model is ready.');
  }

  of<Target extends IndexTarget>(generation: Generation<Target>): IndexOf[Target] {
    const name = nameOf(generation);
    const index = this.opened.get(name) ?? this.open[generation.target](generation);
    this.opened.set(name, index);
    return index as IndexOf[Target];
  }

  async drop(generation: Generation): Promise<void> {
    const index = this.of(generation);
    await index.drop();
    this.opened.delete(nameOf(generation));
    await closeIndex(index);
  }

  /** Health of the live index. */
  async health(target: IndexTarget): Promise<Health> {
    const [live] = await this.known.of(target);
    if (!live && target === 'vectors' && this.isOff) return { ready: true };
    if (!live) return { ready: false, problem: 'no embedding model has been ready yet' };
    const index: Opened = this.of(live);
    return (await index.health?.()) ?? { ready: true };
  }

  async close(): Promise<void> {
    await Promise.all([...this.opened.values()].map(closeIndex));
  }
}

/**
 * Name of an open index. It includes the analyser, since the first generation of words may change its analyser while
 * nothing is stored.
 */
const nameOf = ({ target, number, builtBy }: Generation) => `${target}-${number} ${builtBy}`;

const closeIndex = async (index: Opened) => index.close?.();
