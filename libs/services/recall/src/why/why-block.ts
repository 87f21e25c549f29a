import type {
  DecisionPart,
  MemoryHit,
  RetrieverName,
  QuotedDecision,
  DecisionSentence,
  WhyResponse,
} from '@cairn/contracts';
import { BLOCK_CHARS, joinTitle, newBoundary, renderList } from '@cairn/prompt';
import { labelOf, partOfHeading } from '@cairn/text';

type WhyParts = Pick<WhyResponse, 'decision' | 'reversed' | 'evidence'> & {
  readonly related: readonly MemoryHit[];
  /** Whether the found decision is certainly the requested decision. */
  readonly isSure: boolean;
  readonly degraded: readonly RetrieverName[];
};

const REASONING_CHARS = 1_200;
const ASKED_CHARS = 300;
const PART_LABELS: Readonly<Record<DecisionPart, string>> = {
  decision: 'decision',
  reasons: 'reason',
  alternatives: 'alternative',
  consequences: 'consequence',
};

const NOT_FOUND = 'No decision about this is stored.';

/** Quotes as many whole sentences of the decision as fit. */
export function reasoningOf(decision: QuotedDecision | null): string {
  if (!decision) return NOT_FOUND;
  const head = `${decision.title.slice(0, ASKED_CHARS).toWellFormed()} (${decision.id}):`;
  let left = REASONING_CHARS - head.length;
  const texts = decision.sentences.map((sentence) => (sentence.given ? labelSentence(sentence) : sentence.text));
  const past = texts.findIndex((text) => (left -= text.length + 1) < 0);
  return [head, ...texts.slice(0, past < 0 ? undefined : past)].join(' ');
}

/** Labels a sentence with its part, such as `Reason: we run it already.` */
function labelSentence({ text, part = 'decision' }: DecisionSentence): string {
  const label = PART_LABELS[part];
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${text}${/[.!?]$/u.test(text) ? '' : '.'}`;
}

/** Renders the decision, the reversed decisions, the sources and the related memories as quoted data for a model. */
export const whyBlockOf = (asked: string, told: WhyParts, budgetChars = BLOCK_CHARS): string =>
  renderList({
    heading: `Why did we: ${asked.slice(0, ASKED_CHARS).toWellFormed()}`,
    boundary: newBoundary(),
    budgetChars,
    degraded: told.degraded,
    notes: told.decision ? notesOf(told.decision, told.isSure) : [NOT_FOUND],
    entries: [
      ...(told.decision ? [entryOf(told.decision)] : []),
      ...told.reversed.map(({ id, title, at, until }) => ({
        id,
        about: ['Reversed', heldWords(at, until)].filter(Boolean).join(', '),
        text: title,
      })),
      ...told.evidence.map(({ title, text }) => ({ about: `Said then by ${title}`, text })),
      ...told.related.map(({ memoryId, title, category }) => ({
        id: memoryId,
        about: `${told.decision ? 'Another' : 'Nearest'} ${category}`,
        text: title,
      })),
    ],
  });

function heldWords(at: number | null, until: number | null): string {
  const [from, to] = [at === null ? '' : dayOf(at), until === null ? '' : dayOf(until)];
  if (from && to) return `held ${from} to ${to}`;
  return to ? `held until ${to}` : from && `decided ${from}`;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

function notesOf({ state, status, leftOut }: QuotedDecision, isSure: boolean): string[] {
  return [
    ...(isSure ? [] : ['the decision is the nearest one; it may be about something else than what is asked']),
    ...(state === 'active' ? [] : [`the decision is ${state}, and you may read none that stands in its place`]),
    ...(status === undefined ? [] : [`its status: ${status}`]),
    ...(leftOut === undefined ? [] : [`${leftOut} sentences of it have no room; crystal_get has them`]),
  ];
}

function entryOf({ id, kind, title, at, author, sentences }: QuotedDecision) {
  const by = author === null ? '' : `, by ${author}`;
  return {
    id,
    about: `The ${kind}${at === null ? '' : ` of ${dayOf(at)}`}${by}`,
    text: joinTitle(title, wordsOf(sentences.filter(({ text, given }) => given || !title.includes(text)))).trim(),
  };
}

/**
 * Joins the sentences in order. A heading precedes the first sentence under it. If neither the heading nor a label names
 * the part of a sentence, brackets name it, so that the next sentence is not taken for the same part. List items end with a
 * semicolon.
 */
function wordsOf(sentences: QuotedDecision['sentences']): string {
  return sentences
    .map((sentence, at) => {
      const { text, heading, part } = sentence;
      const isNew = heading !== undefined && sentences[at - 1]?.heading !== heading;
      if (part !== undefined && sentence.given) return `[${PART_LABELS[part]}, given: ${text}]`;
      const isTold = part === undefined || part === 'decision' || labelOf(text)?.part === part;
      const isHeaded = heading !== undefined && partOfHeading(heading) === part;
      const told = isTold || isHeaded ? text : `[${PART_LABELS[part]}: ${text}]`;
      const end = at === sentences.length - 1 || /[.!?:;,\]。！？]$/u.test(told) ? '' : ';';
      return `${isNew ? `[${heading}] ` : ''}${told}${end}`;
    })
    .join(' ');
}
