import { Injectable } from '@nestjs/common';
import type { AnsweringRelation, ItemId } from '@cairn/contracts';
import { answerQuestion, type RelationAnswer } from '@cairn/graph';
import { ItemReader } from '@cairn/ports';
import { graphs, type Graphs, graphReader } from '@cairn/store';
import { Uses } from '@cairn/platform';
import type { RecallContext } from '../question/recall-context.ts';
import { runPart } from '../timing/attempt.ts';

/** Maps the id of a memory to the relations in the graph's answer that the memory states. */
export type GraphAnswer = ReadonlyMap<ItemId, readonly AnsweringRelation[]>;

const NO_ANSWER: GraphAnswer = new Map();

/** The most relations in an answer; the tools of the graph list more. */
const RELATIONS_MAX = 5;
const MEMORIES_MAX = 5;

/** Queries the graph if a question asks for a relation of a known entity. */
@Injectable()
export class GraphAnswers {
  constructor(
    @Uses(graphs) private readonly graphs: Graphs,
    private readonly items: ItemReader,
  ) {}

  /**
   * Returns the answer of the graph. Returns no answer if the graph fails, since the other searches can answer alone.
   */
  async of(context: RecallContext): Promise<GraphAnswer> {
    if (!context.asksGraph || context.bareId !== undefined) return NO_ANSWER;
    const { answer } = await runPart('the graph', () => this.answer(context), context.retrieverMs);
    return answer ?? NO_ANSWER;
  }

  /** Asks the graph, and keeps the memories that the filters admit. */
  private async answer({ scope, query, askedAt, filters }: RecallContext): Promise<GraphAnswer> {
    const answer = await answerQuestion(graphReader(this.graphs, scope), { question: query.text, asOf: askedAt });
    if (!answer) return NO_ANSWER;
    const stated = answerByMemory(answer);
    const ofMemories = filters.filter(({ kind }) => kind === 'memory');
    const read = await Promise.all(ofMemories.map((filter) => this.items.hydrate(scope, filter, [...stated.keys()])));
    const passing = new Set(read.flat().map(({ id }) => id as ItemId));
    return new Map([...stated].filter(([id]) => passing.has(id)));
  }
}

function answerByMemory({ entity, end, rows }: RelationAnswer): GraphAnswer {
  const told = rows.slice(0, RELATIONS_MAX).flatMap(({ evidence, ...row }) => {
    const [from, to] = end === 'from' ? [row.entity, entity] : [entity, row.entity];
    const relation: AnsweringRelation = {
      ...{ from: from.name, relationType: row.relationType, to: to.name, confidence: row.confidence },
      ...(row.contradicted && { contradicted: true }),
    };
    return evidence.map(({ memoryId }) => ({ id: memoryId as ItemId, relation }));
  });
  const relations = Map.groupBy(told, ({ id }) => id);
  return new Map([...relations].slice(0, MEMORIES_MAX).map(([id, some]) => [id, some.map(({ relation }) => relation)]));
}
