import type { Handoff, HandoffQuote, OverviewChange, Quotation, WakeResponse } from '@cairn/contracts';
import { BLOCK_CHARS, newBoundary, renderList } from '@cairn/prompt';
import { handoffParts } from '@cairn/text';
import { linesWithRoom, type Line } from '../hits/lines-with-room.ts';

type WakeParts = Omit<WakeResponse, 'injectionBlock'>;

/** Number of characters for the lines. They contain all titles and as many sentences as fit. */
const LINES_CHARS = 1_850;
/** A quotation longer than this number of characters may have been cut, so it is not shown as a sentence. */
const SENTENCE_CHARS = 400;

const SINCE_TEXTS: Readonly<Record<WakeParts['sinceWhat'], string>> = {
  asked: 'since the time that was asked for',
  'last-session': 'since the end of your last session',
  week: 'in the last seven days, since you wrote to no session before',
};

/** Renders the briefing as quoted data for a model. If it does not fit, rules and lessons come first. */
export const wakeBlockOf = (told: WakeParts, budgetChars = BLOCK_CHARS): string =>
  renderList({
    heading: 'Session briefing',
    boundary: newBoundary(),
    budgetChars,
    notes: [
      `what changed is counted ${SINCE_TEXTS[told.sinceWhat]}, ${new Date(told.since).toISOString()}`,
      ...(told.handoff ? [handoffNote(told.handoff)] : []),
    ],
    entries: linesWithRoom(linesOf(told), LINES_CHARS),
  });

const createLabelledLine =
  (label: string) =>
  ({ id, kind, title, text }: Quotation, place: number): Line => ({
    ...{ id, place, about: `${label} [${kind}]`, text: title },
    sentence: text === title || text.length > SENTENCE_CHARS ? undefined : text,
  });

/** Names the session of the hand-off once, so that the lines of the hand-off need not name it. */
const handoffNote = ({ sessionKey, author, source, startedAt, endedAt }: Handoff): string =>
  `the hand-off quotes the session ${sessionKey} by ${author ?? 'somebody'} (${source}), ${timeOf(startedAt)} to ${timeOf(endedAt)}`;

const timeOf = (ms: number): string => new Date(ms).toISOString();

const HANDOFF_LABELS: Readonly<Record<(typeof handoffParts)[number], string>> = {
  asked: 'Asked',
  decided: 'Decided',
  changed: 'Changed',
  failed: 'Failed',
  open: 'Left open',
};

const handoffLines = (handoff: Handoff): Line[] =>
  handoffParts.flatMap((part) => joinCalls(handoff[part]).map((quote) => handoffLine(HANDOFF_LABELS[part], quote)));

const handoffLine = (label: string, { id, by, text, call }: HandoffQuote): Line => ({
  ...{ id, place: 0, text },
  about: `Hand-off, ${label.toLowerCase()} by ${call === undefined ? by : `${by}, ${CALL_LABELS[call]}`}`,
});

const CALL_LABELS = { edit: 'files', run: 'commands' } as const;

/** Joins adjacent quotes from one message if both name files or both name commands. */
function joinCalls(quotes: readonly HandoffQuote[]): HandoffQuote[] {
  const joined: HandoffQuote[] = [];
  for (const quote of quotes) {
    const last = joined.at(-1);
    const isSame = quote.call !== undefined && last?.id === quote.id && last.call === quote.call;
    if (isSame) joined[joined.length - 1] = { ...last, text: `${last.text}; ${quote.text}` };
    else joined.push(quote);
  }
  return joined;
}

function linesOf({ instructions, goals, changed, decisions, handoff, lastSession }: WakeParts): Line[] {
  const isTold = lastSession !== null && lastSession.sessionKey === handoff?.sessionKey;
  return [
    ...instructions.map(createLabelledLine('To hold')),
    ...(handoff ? handoffLines(handoff) : []),
    ...goals.map(createLabelledLine('Open goal')),
    ...changed.map(changeLine),
    ...decisions.map(createLabelledLine('Decision')),
    ...(isTold ? [] : (lastSession?.messages ?? [])).map(({ title, text, former }, place) => ({
      place,
      about: `Last session, ${title}${former ? `, ${former.state} since` : ''}`,
      text: former?.now ? `${text} (now: ${former.now.text})` : text,
    })),
  ];
}

/** Makes the line about a change. The line about a successor also has the title of its predecessor. */
function changeLine({ change, was, now }: OverviewChange, place: number): Line {
  if (!now) return { ...createLabelledLine('No longer holds')(was!, place), sentence: undefined };
  const line = createLabelledLine(change === 'superseded' ? 'Replaced' : change === 'new' ? 'New' : 'Changed')(
    now,
    place,
  );
  return was ? { ...line, text: `${line.text} (before: ${was.title})` } : line;
}
