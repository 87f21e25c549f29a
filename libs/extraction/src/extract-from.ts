import { englishReader } from '@cairn/graph';
import { sameWordsKey } from '@cairn/text';
import { candidatesByMessage, type Candidate } from './candidates.ts';
import { contextOf, isAnswer, sentencesOf } from './context.ts';
import { closenessOf, type Embed } from './closeness.ts';
import { patternOf } from './cues.ts';
import { groundsOf } from './decision-grounds.ts';
import type { ConversationMessage, Extracted, ExtractedKind, Quote } from './extracted.ts';
import { placeByKind } from './kinds.ts';
import { refusals } from './anaphora.en.ts';
import { referenceOf } from './leaning.ts';
import { leaningWords } from './lexicon.en.ts';
import { resolveWords } from './resolve-words.ts';
import { isLikely, scoreOf, type Score } from './score.ts';
import { subjectOf } from './subject.ts';
import { lessonsOfRuns } from './tool-runs.ts';
import { isOther } from './voices.ts';

export interface ExtractionOptions {
  /** Embeds texts with the model of the index. If absent, only words decide. */
  readonly embed?: Embed | undefined;
  /** Runs after each message and each group of embedded statements, so that a caller can let other work go first. */
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
  return joinRepetitions(withoutLesserConclusions(joinNeighbours(found)).flatMap(toExtracted));
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

/** Makes the memory of a passage. Empty if the passage refers to something that no sentence near it names. */
function toExtracted(passage: Passage): Extracted[] {
  const { candidate, score } = passage.reduce((one, other) =>
    other.score.certainty > one.score.certainty ? other : one,
  );
  const { message, confirmation } = candidate.voice;
  const own = passage.map(({ candidate: { statement } }): Said => ({ message, ...statement }));
  const context = contextOfPassage(passage, score.kind);
  if (!context) return [];
  const said = [...context, ...own, ...(confirmation ? [{ ...confirmation, isContext: true as const }] : [])];
  const statement = own.map(wordsOf).join('\n');
  const { resolved, until } = resolveWords(statement, message);
  const isAhead = until !== undefined && until > (message.timestamp ?? 0);
  const kind = score.kind === 'goal' && until !== undefined && !isAhead ? kindOfPast(candidate) : score.kind;
  return [
    {
      ...{ kind, statement, content: contentOf(said), ...placeByKind[kind] },
      ...subjectOf(candidate, kind),
      quotes: said.map(quoteOf),
      saidBy: { role: message.role, ...(message.speaker !== undefined && { speaker: message.speaker }) },
      certainty: score.certainty,
      ...(confirmation && { confirmation: quoteOf(confirmation) }),
      ...(kind === 'decision' && groundsOf(candidate)),
      ...(resolved.length > 0 && { resolved }),
      ...(kind === 'goal' && isAhead && { validTo: until }),
    },
  ];
}

/** Returns the kind of a goal whose day is over: a fact, unless the speaker promises something beside that day. */
const kindOfPast = ({ marks }: Candidate): ExtractedKind =>
  marks.has('willDo') || marks.has('promised') ? 'goal' : 'fact';

/** A passage of a message that a memory quotes. */
interface Said {
  readonly message: ConversationMessage;
  readonly start: number;
  readonly end: number;
  readonly isContext?: true;
}

/** Marks of a statement that names something. */
const namingMarks = ['name', 'code', 'number'] as const;

const REFUSES = patternOf(refusals);

/** Whether a statement agrees to what another speaker said before, or refuses it. */
const isReaction = ({ voice, marks, statement }: Candidate): boolean =>
  voice.before !== undefined && (marks.has('agrees') || REFUSES.test(statement.text));

/** Finds the sentences that tell what the words of a passage refer to. */
function contextOfPassage(passage: Passage, kind: ExtractedKind): readonly Said[] | undefined {
  const [{ candidate: first }] = passage;
  const { turn, pick } = first.voice;
  if (pick !== undefined) return [];
  const sentences = sentencesOf(turn.message);
  const at = sentences.indexOf(first.statement);
  const { leaning, refers } = referenceOf(passage.map(({ candidate }) => candidate.statement.text).join(' '));
  const isNamed = passage.some(({ candidate }) => namingMarks.some((mark) => candidate.marks.has(mark)));
  const isReply = at === 0 && (isAnswer(turn) || isReaction(first));
  // An act that another speaker offered before is no alternative of a rule, and does not come along with it.
  const reach = kind === 'rule' ? 'own' : refers || isReply ? 'heard' : 'gap';
  const isLoose = leaning === 'none' && (isReply || sentences[at - 1]?.isOpen === true);
  const needs = at > 0 && !isNamed && joinedKinds.has(kind) ? 'must' : isLoose ? 'may' : leaning;
  const context = contextOf({ turn, at, leaning: needs, reach });
  return context?.map(({ message, statement }) => ({ message, ...statement, isContext: true }));
}

const quoteOf = ({ message, start, end, isContext }: Said): Quote => ({
  ...{ messageId: message.id, start, end },
  ...(isContext && { isContext }),
});
const wordsOf = ({ message, start, end }: Said): string => clean(message.content.slice(start, end));
const speakerOf = ({ message: { speaker, role } }: Said): string => speaker ?? role;

/** Makes the text of passages, one per line. Tells the speakers if there are several. */
function contentOf(said: readonly Said[]): string {
  const isTold = said.some(({ message }) => isOther(message, said[0]!.message));
  return said
    .map((one, at) => {
      const last = said[at - 1];
      const isNext = !last || isOther(last.message, one.message);
      return isTold && isNext ? `${speakerOf(one)}: ${wordsOf(one)}` : wordsOf(one);
    })
    .join('\n');
}

/** Removes emphasis and line breaks from a quoted passage. */
const clean = (passage: string): string =>
  passage
    .replace(/\*\*|__/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** Joins memories with the same words. The first memory gets the quotes of all others. */
function joinRepetitions(all: readonly Extracted[]): Extracted[] {
  const alike = Map.groupBy(all, ({ statement }) => sameWordsKey(statement));
  return [...alike.values()].map(([first, ...others]) => ({
    ...first!,
    quotes: [...first!.quotes, ...others.flatMap(({ quotes }) => quotes.filter(({ isContext }) => !isContext))],
  }));
}
