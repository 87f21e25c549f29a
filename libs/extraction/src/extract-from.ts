import { englishReader } from '@cairn/graph';
import { sameWordsKey } from '@cairn/text';
import { candidatesByMessage, type Candidate } from './candidates.ts';
import { closenessOf, type Embed } from './closeness.ts';
import { patternOf } from './cues.ts';
import { groundsOf } from './decision-grounds.ts';
import type { ConversationMessage, Extracted, ExtractedKind } from './extracted.ts';
import { placeByKind } from './kinds.ts';
import { leaningWords } from './lexicon.en.ts';
import { resolveWords } from './resolve-words.ts';
import { isLikely, scoreOf, type Score } from './score.ts';
import type { Statement } from './spoken.ts';
import { subjectOf } from './subject.ts';
import { lessonsOfRuns } from './tool-runs.ts';

interface ExtractionOptions {
  /** Embeds texts with the model of the index. If absent, only words decide. */
  readonly embed?: Embed | undefined;
  /** Runs after each message, so that a caller can let other work go first. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/**
 * Extracts the memories that the messages of one session suggest. Statements come first, in their order, then the
 * lessons of commands that failed.
 */
export async function extractFrom(
  messages: readonly ConversationMessage[],
  { embed, pause }: ExtractionOptions = {},
): Promise<Extracted[]> {
  const candidates: Candidate[] = [];
  for (const found of candidatesByMessage(messages, await englishReader())) {
    candidates.push(...found.filter(({ marks }) => isLikely(marks)));
    await pause?.();
  }
  const lessons = lessonsOfRuns(messages);
  if (!embed) return [...extractedOf(candidates), ...lessons];
  const closeness = await closenessOf(
    candidates.map(({ statement }) => statement.text),
    embed,
  );
  return [...extractedOf(candidates.map((candidate, at) => ({ ...candidate, closeness: closeness[at]! }))), ...lessons];
}

/**
 * Makes memories of the candidates whose score reaches the threshold of a kind. A repeated statement becomes a further
 * quote of the first memory.
 */
export function extractedOf(candidates: readonly Candidate[]): Extracted[] {
  const found = candidates.flatMap((candidate) => {
    const score = scoreOf(candidate.marks, candidate.closeness);
    return score ? [{ candidate, score }] : [];
  });
  return joinRepetitions(withoutLesserConclusions(joinNeighbours(found)).map(toExtracted));
}

interface Found {
  readonly candidate: Candidate;
  readonly score: Score;
}

/** Statements of one message that follow each other and belong together. */
type Passage = readonly [Found, ...Found[]];

const PASSAGE_STATEMENTS_MAX = 3;
/**
 * Kinds whose neighbouring statements become one memory. Each decision, rule and correction becomes a memory of its
 * own.
 */
const joinedKinds: ReadonlySet<ExtractedKind> = new Set(['fact', 'preference', 'goal', 'lesson']);

function joinNeighbours(found: readonly Found[]): Passage[] {
  const passages: Passage[] = [];
  for (const one of found) {
    const last = passages.at(-1);
    if (last && last.length < PASSAGE_STATEMENTS_MAX && isContinuation(last, one))
      passages[passages.length - 1] = [...last, one];
    else passages.push([one]);
  }
  return passages;
}

/**
 * Whether a statement continues a passage. It must directly follow the passage, and either have the same kind or begin
 * with a word that refers to the statement before it.
 */
function isContinuation(passage: Passage, { candidate, score }: Found): boolean {
  const { candidate: last } = passage.at(-1)!;
  return (
    messageOf(last) === messageOf(candidate) &&
    last.at + 1 === candidate.at &&
    ((passage[0].score.kind === score.kind && joinedKinds.has(score.kind)) || LEANS.test(candidate.statement.text))
  );
}

const messageOf = ({ voice }: Candidate) => voice.message;
const LEANS = patternOf([`^(?:${leaningWords.join('|')})`]);

const CONCLUSIONS_MAX = 2;
const certaintyOfPassage = (passage: Passage): number => Math.max(...passage.map(({ score }) => score.certainty));

/** Keeps only the most certain passages of each message of an assistant. */
function withoutLesserConclusions(passages: readonly Passage[]): Passage[] {
  const byVoice = Map.groupBy(passages, ([{ candidate }]) => candidate.voice);
  return [...byVoice].flatMap(([{ confirmation }, all]) => {
    if (!confirmation || all.length <= CONCLUSIONS_MAX) return all;
    const [least] = all
      .map(certaintyOfPassage)
      .toSorted((one, other) => other - one)
      .slice(CONCLUSIONS_MAX - 1);
    return all.filter((passage) => certaintyOfPassage(passage) >= least!).slice(0, CONCLUSIONS_MAX);
  });
}

function toExtracted(passage: Passage): Extracted {
  const { candidate, score } = passage.reduce((one, other) =>
    other.score.certainty > one.score.certainty ? other : one,
  );
  const { message, confirmation } = candidate.voice;
  const quotes = statementsOfPassage(passage).map(({ start, end }) => ({ messageId: message.id, start, end }));
  const content = quotes.map((quote) => clean(message.content.slice(quote.start, quote.end))).join('\n');
  const { resolved, until } = resolveWords(content, message);
  return {
    kind: score.kind,
    content,
    ...placeByKind[score.kind],
    ...subjectOf(candidate, score.kind),
    quotes,
    saidBy: { role: message.role, ...(message.speaker !== undefined && { speaker: message.speaker }) },
    certainty: score.certainty,
    ...(confirmation && { confirmation }),
    ...(score.kind === 'decision' && groundsOf(candidate)),
    ...(resolved.length > 0 && { resolved }),
    ...(score.kind === 'goal' && until !== undefined && until > (message.timestamp ?? 0) && { validTo: until }),
  };
}

/**
 * Returns the statements of a passage. If the passage begins with a word that refers to the statement before it, that
 * statement comes first.
 */
function statementsOfPassage(passage: Passage): Statement[] {
  const [{ candidate: first }] = passage;
  const lead = first.lead && LEANS.test(first.statement.text) ? [first.lead] : [];
  return [...lead, ...passage.map(({ candidate }) => candidate.statement)];
}

/** Removes emphasis and line breaks from a quoted passage. */
const clean = (passage: string): string =>
  passage
    .replace(/\*\*|__/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** Joins memories with the same words. The first memory gets the quotes of all others. */
function joinRepetitions(all: readonly Extracted[]): Extracted[] {
  const alike = Map.groupBy(all, ({ content }) => sameWordsKey(content));
  return [...alike.values()].map(([first, ...others]) => ({
    ...first!,
    quotes: [first!, ...others].flatMap(({ quotes }) => quotes),
  }));
}
