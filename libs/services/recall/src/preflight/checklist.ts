import type { PreflightItem, Verdict } from '@cairn/contracts';
import { BLOCK_CHARS, newBoundary, renderList } from '@cairn/prompt';

const advice: Readonly<Record<Verdict, string>> = {
  stop: 'Do not do this. Do what the rule allows instead, or ask the people of the team.',
  caution: 'Read these first, and do what they ask for before this.',
  proceed: 'Nothing stored speaks against this; normal caution.',
  'not-checked': 'The memory did not answer in time, so this is not checked. Try again, or proceed with care.',
};

const ACTION_CHARS = 300;

interface Checked {
  readonly verdict: Verdict;
  readonly items: readonly PreflightItem[];
  readonly action: string;
}

/** Renders the items as a list of quoted data for a model. */
export const checklistOf = ({ verdict, items, action }: Checked): string =>
  renderList({
    heading: `PRE-FLIGHT CHECK: ${action.slice(0, ACTION_CHARS).toWellFormed()}`,
    boundary: newBoundary(),
    budgetChars: BLOCK_CHARS,
    notes: [`verdict ${verdict}. ${advice[verdict]}`, ...nearOf(items.filter(isNear))],
    entries: items.filter((item) => !isNear(item)).map(entryOf),
  });

const isNear = ({ severity }: PreflightItem): boolean => severity === 'info';

const NEAR_MAX = 3;

/** Items that ask for nothing are told by their titles, since an agent would read and pay for each. */
function nearOf(near: readonly PreflightItem[]): string[] {
  if (near.length === 0) return [];
  const told = near.slice(0, NEAR_MAX).map(({ title, id }) => `${JSON.stringify(title)} (${id})`);
  return [`near it, and asking for nothing: ${near.length}, such as ${told.join(', ')}`];
}

function entryOf({ id, kind, title, excerpt, severity, why, matched, instead, trust }: PreflightItem) {
  const reason = matched === undefined ? why : `${why}: ${matched}`;
  const rest = instead === undefined ? '' : ` Instead: ${instead}`;
  return { id, about: `[${kind}] ${severity}, ${trust}`, text: `${title}: ${excerpt} (${reason})${rest}` };
}
