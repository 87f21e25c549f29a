import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { AnswersCompared, IndexTarget, Item, ItemId, KeyId } from '@cairn/contracts';
import { scopeOf, type Scope } from '@cairn/domain';
import { Embedders, IndexLedger, type GenerationIndex, type TextIndex, type VectorIndex } from '@cairn/ports';
import { recipes } from '@cairn/ranking';
import { itemScan, type ItemScan } from '@cairn/store';
import { Uses } from '@cairn/platform';

type AnyGeneration = GenerationIndex<IndexTarget>;

/**
 * A question made from an item on behalf of its author. It is the title of a memory, or the first words of any other
 * item.
 */
interface SampleQuestion {
  readonly query: string;
  readonly kind: Item['kind'];
  readonly scope: Scope;
}

const QUESTIONS_COMPARED = 50;
const QUESTION_WORDS = 12;
const COMPARED_HITS = 10;
/**
 * A difference counts only if this many comparisons find it, since concurrent writes make two indexes differ for a
 * moment.
 */
const SAMPLE_PAGES_MAX = 4;
const BETWEEN_LOOKS_MS = 1_000;

/**
 * Sends the same questions to two generations of an index. The questions are sampled from all organisations in
 * proportion to their size. The report has only numbers, no questions and no answers.
 */
@Injectable()
export class AnswerComparison {
  constructor(
    private readonly ledger: IndexLedger,
    @Uses(itemScan) private readonly itemScan: ItemScan,
    private readonly embedders: Embedders,
  ) {}

  async of(live: AnyGeneration, next: AnyGeneration): Promise<AnswersCompared> {
    const questions = await this.questions();
    const likenesses = new Map<SampleQuestion, Likeness>();
    let open = questions;
    for (let look = 1; open.length > 0 && look <= (isBuiltAlike(live, next) ? SAMPLE_PAGES_MAX : 1); look++) {
      if (look > 1) await delay(BETWEEN_LOOKS_MS);
      for (const question of open) likenesses.set(question, await this.compare(question, live, next));
      open = open.filter((question) => !likenesses.get(question)!.isEqual);
    }
    const overlaps = questions.map((question) => likenesses.get(question)!.overlap);
    return { asked: questions.length, equal: questions.length - open.length, overlap: meanOf(overlaps) };
  }

  private async compare(question: SampleQuestion, live: AnyGeneration, next: AnyGeneration): Promise<Likeness> {
    return likenessOf(await Promise.all([this.ask(live, question), this.ask(next, question)]));
  }

  private async ask({ generation, index }: AnyGeneration, question: SampleQuestion): Promise<ItemId[]> {
    const { query, kind, scope } = question;
    const hits =
      generation.target === 'words'
        ? searchWords(index as TextIndex, question)
        : (index as VectorIndex).search(scope, await this.embedded(query, generation.builtBy), { kind }, COMPARED_HITS);
    return (await hits).map(({ id }) => id);
  }

  private async embedded(query: string, modelId: string) {
    const [embedding] = await (await this.embedders.of(modelId)).embed([query], 'query');
    return { modelId, vector: embedding!.vector };
  }

  /** Makes questions from items at equal intervals in the order of arrival, up to the newest. */
  private async questions(): Promise<SampleQuestion[]> {
    const last = await this.itemScan.last();
    const places = new Set(
      Array.from({ length: QUESTIONS_COMPARED }, (_, at) => Math.floor((at * last) / QUESTIONS_COMPARED)),
    );
    const questions: SampleQuestion[] = [];
    for (const place of places) questions.push(...(await this.questionBehind(place)));
    return questions;
  }

  private async questionBehind(place: number): Promise<SampleQuestion[]> {
    const [held] = await this.itemScan.after({ place, limit: 1 });
    const item = held && (await this.ledger.load(held));
    return item && !('deletedAt' in item) ? questionAbout(item) : [];
  }
}

const searchWords = (index: TextIndex, { query, kind, scope }: SampleQuestion) =>
  index.search(scope, index.queryOf(query), { kind }, COMPARED_HITS, recipes.fused.bm25[kind]);

/** Whether two generations are of the same model or analyser, and so must give the same answers. */
export const isBuiltAlike = (one: AnyGeneration, other: AnyGeneration): boolean =>
  one.generation.builtBy === other.generation.builtBy;

interface Likeness {
  readonly isEqual: boolean;
  readonly overlap: number;
}

function likenessOf([one, other]: [ItemId[], ItemId[]]): Likeness {
  const isEqual = one.length === other.length && one.every((id, at) => id === other[at]);
  const shared = one.filter((id) => other.includes(id)).length;
  return { isEqual, overlap: isEqual ? 1 : shared / Math.max(one.length, other.length) };
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length;

function questionAbout(item: Item): SampleQuestion[] {
  const text = item.kind === 'memory' ? item.title : item.content;
  const query = text.split(/\s+/).filter(Boolean).slice(0, QUESTION_WORDS).join(' ');
  return query === '' ? [] : [{ query, kind: item.kind, scope: scopeOfWriter(item) }];
}

/** Scope of an item's writer, without peer channels. */
const scopeOfWriter = ({ orgId, principalId }: Item): Scope =>
  scopeOf({
    orgId,
    principalId,
    keyId: '' as KeyId,
    name: '',
    kind: 'agent',
    role: 'reader',
    peers: [],
    peerPrefixes: [],
  });
