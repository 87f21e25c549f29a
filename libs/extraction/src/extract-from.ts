import { englishReader, type StatementReader } from '@cairn/graph';
import { sameWordsKey } from '@cairn/text';
import { candidatesIn, type Candidate } from './candidates.ts';
import { closenessOf, type Embed } from './closeness.ts';
import { groundsOf } from './decision-grounds.ts';
import type { ConversationMessage, Extracted, ExtractedKind, Quote } from './extracted.ts';
import { placeByKind } from './kinds.ts';
import { resolveWords } from './resolve-words.ts';
import { scoreOf, type Score } from './score.ts';
import { subjectOf } from './subject.ts';
import { voicesIn } from './voices.ts';

export interface ExtractionOptions {
  /** Embeds texts with the model of the index. Without it, words alone decide. */
  readonly embed?: Embed | undefined;
}

/** Extracts the memories that the messages of one session suggest, in the order in which they were said. */
export async function extractFrom(
  messages: readonly ConversationMessage[],
  { embed }: ExtractionOptions = {},
): Promise<Extracted[]> {
  const candidates = candidatesOf(messages, await englishReader());
  if (!embed) return extractedOf(candidates);
  const closeness = await closenessOf(
    candidates.map(({ statement }) => statement.text),
    embed,
  );
  return extractedOf(candidates.map((candidate, at) => ({ ...candidate, closeness: closeness[at]! })));
}

/** Finds the statements of a session that may be worth keeping. */
export const candidatesOf = (messages: readonly ConversationMessage[], readRelations: StatementReader): Candidate[] =>
  voicesIn(messages).flatMap((voice) => candidatesIn(voice, readRelations));

/** Makes memories of the candidates that reach the threshold of a kind. Repetitions become further quotes of the first. */
export function extractedOf(candidates: readonly Candidate[]): Extracted[] {
  const found = candidates.flatMap((candidate) => {
    const score = scoreOf(candidate.marks, candidate.closeness);
    return score ? [{ candidate, score }] : [];
  });
  return joinRepetitions(joinNeighbours(found).map(toExtracted));
}

interface Found {
  readonly candidate: Candidate;
  readonly score: Score;
}

/** Several statements of one message that follow each other and are of one kind. */
type Passage = readonly [Found, ...Found[]];

const PASSAGE_STATEMENTS_MAX = 3;
const joinedKinds: ReadonlySet<ExtractedKind> = new Set(['fact', 'preference', 'goal', 'lesson']);

function joinNeighbours(found: readonly Found[]): Passage[] {
  const passages: Passage[] = [];
  for (const one of found) {
    const last = passages.at(-1);
    if (last && last.length < PASSAGE_STATEMENTS_MAX && isContinuation(last.at(-1)!, one))
      passages[passages.length - 1] = [...last, one];
    else passages.push([one]);
  }
  return passages;
}

const isContinuation = ({ candidate, score }: Found, next: Found): boolean =>
  candidate.voice.message.id === next.candidate.voice.message.id &&
  candidate.at + 1 === next.candidate.at &&
  score.kind === next.score.kind &&
  joinedKinds.has(score.kind);

function toExtracted(passage: Passage): Extracted {
  const [{ candidate, score }] = passage;
  const { message, confirmation } = candidate.voice;
  const quotes = passage.map(({ candidate: { statement } }) => ({
    messageId: message.id,
    start: statement.start,
    end: statement.end,
  }));
  const content = quotes.map((quote) => clean(message.content.slice(quote.start, quote.end))).join('\n');
  const { resolved, until } = resolveWords(content, message);
  return {
    kind: score.kind,
    content,
    ...placeByKind[score.kind],
    ...subjectOf(candidate, score.kind),
    quotes,
    saidBy: { role: message.role, ...(message.speaker !== undefined && { speaker: message.speaker }) },
    certainty: Math.max(...passage.map((one) => one.score.certainty)),
    ...(confirmation && { confirmation }),
    ...(score.kind === 'decision' && groundsOf(candidate)),
    ...(resolved.length > 0 && { resolved }),
    ...(score.kind === 'goal' && until !== undefined && until > (message.timestamp ?? 0) && { validTo: until }),
  };
}

/** Removes emphasis and line breaks from a quoted passage. */
const clean = (passage: string): string =>
  passage
    .replace(/\*\*|__/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** Joins memories with the same words: the first one gets the quotes of the others. */
function joinRepetitions(all: readonly Extracted[]): Extracted[] {
  const byWords = new Map<string, Extracted>();
  for (const one of all) {
    const key = sameWordsKey(one.content);
    const first = byWords.get(key);
    byWords.set(key, first ? { ...first, quotes: joinQuotes(first.quotes, one.quotes) } : one);
  }
  return [...byWords.values()];
}

const joinQuotes = (first: readonly Quote[], more: readonly Quote[]): Quote[] => [...first, ...more];
