import { Injectable } from '@nestjs/common';
import type { Item, ItemId, Memory } from '@cairn/contracts';
import { entitiesNamedIn, evidenceAround } from '@cairn/graph';
import { ItemReader } from '@cairn/ports';
import type { Filter } from '@cairn/domain';
import { labelCoverage, labelsFor } from '@cairn/text';
import { graphs, type Graphs, graphReader } from '@cairn/store';
import { Uses } from '@cairn/platform';
import type { RecallContext } from '../question/recall-context.ts';

/** The most memories that are loaded for a label. */
const OF_LABEL = 50;
/**
 * Evidence with at least this nearness is about the entity itself. Evidence about neighbours of the entity is less
 * near.
 */
const DIRECT_MATCH_SCORE_MIN = 0.6;

interface Asked {
  readonly context: RecallContext;
  readonly filter: Filter;
  readonly topic: string;
  readonly words: ReadonlySet<string>;
}

/** Finds memories with a label that the topic names: a tag, a subject or an entity. */
@Injectable()
export class LabelledMemories {
  constructor(
    private readonly items: ItemReader,
    @Uses(graphs) private readonly graphs: Graphs,
  ) {}

  async find({ context, filter, topic, words }: Asked): Promise<readonly LabelledMemory[]> {
    const { scope } = context;
    const labels = labelsFor(topic);
    const page = { order: 'newest', limit: OF_LABEL } as const;
    const [tagged, about, named] = await Promise.all([
      filter.tags?.length ? [] : this.tagged(context, filter, labels),
      Promise.all(labels.slice(0, 2).map((subject) => this.items.list(scope, { ...filter, subject }, page))),
      this.evidenceOf({ context, filter, topic, words }),
    ]);
    const byId = new Map([...tagged, ...about.flat()].map((item) => [item.id as string, item as Memory]));
    const shares = [...byId.values()].map((memory) => ({ memory, share: labelShareOf(memory, words) }));
    return [...named.filter(({ memory }) => !byId.has(memory.id)), ...shares];
  }

  /**
   * Searches for the words of the tags in the word index, since the time of a scan would grow with the number of
   * memories.
   */
  private async tagged({ scope, words, recipe }: RecallContext, filter: Filter, tags: string[]): Promise<Item[]> {
    const query = words.queryOf(tags.join(' '));
    const found = await words.search(scope, query, { ...filter, tags, tagMatch: 'any' }, OF_LABEL, recipe.bm25.memory);
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    return this.items.hydrate(scope, filter, ids);
  }

  /** Finds the entities that the topic names, and returns the evidence of their relations. */
  private async evidenceOf({ context, filter, topic, words }: Asked): Promise<readonly LabelledMemory[]> {
    const { scope, askedAt } = context;
    const reader = graphReader(this.graphs, scope);
    const named = await entitiesNamedIn(reader, topic);
    if (named.length === 0) return [];
    const near = await evidenceAround(reader, { entityIds: named.map(({ id }) => id), asOf: askedAt });
    const direct = [...near]
      .filter(([, nearness]) => nearness * named.length >= DIRECT_MATCH_SCORE_MIN)
      .slice(0, OF_LABEL);
    const ids = direct.map(([id]) => id as ItemId);
    const names = named.flatMap(({ name, aliases }) => [name, ...aliases]);
    const memories = ids.length === 0 ? [] : await this.items.hydrate(scope, filter, ids);
    return memories.map((memory) => ({ memory: memory as Memory, share: labelCoverage(names, words) }));
  }
}

export interface LabelledMemory {
  readonly memory: Memory;
  /** The fraction of the topic's words that the memory's labels contain, 0-1. */
  readonly share: number;
}

export const labelShareOf = ({ tags, subject }: Memory, words: ReadonlySet<string>): number =>
  labelCoverage(subject === null ? tags : [...tags, subject], words);
