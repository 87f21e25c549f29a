import type { Quotation, WakeResponse } from '@cairn/contracts';
import { BLOCK_CHARS, newBoundary, renderList } from '@cairn/prompt';

type Told = Omit<WakeResponse, 'injectionBlock'>;

interface Line {
  readonly label: string;
  readonly quotation: Quotation;
}

const SINCE: Readonly<Record<Told['sinceWhat'], string>> = {
  asked: 'since the time that was asked for',
  'last-session': 'since the end of your last session',
  week: 'in the last seven days, since you wrote to no session before',
};

/** Renders the briefing as quoted data for a model. Where it does not all fit, rules and instructions come first. */
export const wakeBlockOf = (told: Told, budgetChars = BLOCK_CHARS): string =>
  renderList({
    heading: 'Session briefing',
    boundary: newBoundary(),
    budgetChars,
    notes: [`what changed is counted ${SINCE[told.sinceWhat]}, ${new Date(told.since).toISOString()}`],
    entries: linesOf(told).map(({ label, quotation: { id, kind, title, text, state } }) => ({
      id,
      about: `${label} [${kind}]${state === 'active' ? '' : ` ${state}`}`,
      text: `${title}: ${text}`,
    })),
  });

const labelled =
  (label: string) =>
  (quotation: Quotation): Line => ({ label, quotation });

function linesOf({ instructions, goals, changed, decisions, lastSession }: Told): Line[] {
  return [
    ...instructions.map(labelled('To hold')),
    ...goals.map(labelled('Open goal')),
    ...changed.flatMap(({ change, was, now }) => [
      ...(was ? [labelled('Superseded')(was)] : []),
      ...(now ? [labelled(change === 'superseded' ? 'By' : change === 'new' ? 'New' : 'Changed')(now)] : []),
    ]),
    ...decisions.map(labelled('Decision')),
    ...(lastSession?.messages ?? []).map(labelled('Last session')),
  ];
}
