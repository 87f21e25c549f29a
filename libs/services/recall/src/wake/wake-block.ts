import type { OverviewChange, Quotation, WakeResponse } from '@cairn/contracts';
import { BLOCK_CHARS, newBoundary, renderList } from '@cairn/prompt';
import { linesWithRoom, type Line } from '../hits/lines-with-room.ts';

type Told = Omit<WakeResponse, 'injectionBlock'>;

/** Number of characters for the lines: all titles, and as many sentences as fit. */
const LINES_CHARS = 1_850;
/** Length in characters from which a quotation may have been cut, so that it is not shown as a sentence. */
const SENTENCE_CHARS = 400;

const SINCE: Readonly<Record<Told['sinceWhat'], string>> = {
  asked: 'since the time that was asked for',
  'last-session': 'since the end of your last session',
  week: 'in the last seven days, since you wrote to no session before',
};

/** Renders the briefing as quoted data for a model. If it does not fit, rules and lessons come first. */
export const wakeBlockOf = (told: Told, budgetChars = BLOCK_CHARS): string =>
  renderList({
    heading: 'Session briefing',
    boundary: newBoundary(),
    budgetChars,
    notes: [`what changed is counted ${SINCE[told.sinceWhat]}, ${new Date(told.since).toISOString()}`],
    entries: linesWithRoom(linesOf(told), LINES_CHARS),
  });

const labelled =
  (label: string) =>
  ({ id, kind, title, text }: Quotation, place: number): Line => ({
    ...{ id, place, about: `${label} [${kind}]`, text: title },
    sentence: text === title || text.length > SENTENCE_CHARS ? undefined : text,
  });

function linesOf({ instructions, goals, changed, decisions, lastSession }: Told): Line[] {
  return [
    ...instructions.map(labelled('To hold')),
    ...goals.map(labelled('Open goal')),
    ...changed.map(changeLine),
    ...decisions.map(labelled('Decision')),
    ...(lastSession?.messages ?? []).map(({ title, text }, place) => ({
      place,
      about: `Last session, ${title}`,
      text,
    })),
  ];
}

/** Line about a change. For a successor, it names the title of its predecessor. */
function changeLine({ change, was, now }: OverviewChange, place: number): Line {
  if (!now) return { ...labelled('No longer holds')(was!, place), sentence: undefined };
  const line = labelled(change === 'superseded' ? 'Replaced' : change === 'new' ? 'New' : 'Changed')(now, place);
  return was ? { ...line, text: `${line.text} (before: ${was.title})` } : line;
}
