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
    notes: [`verdict ${verdict}. ${advice[verdict]}`],
    entries: items.map(entryOf),
  });

function entryOf({ id, kind, title, excerpt, severity, why, matched, instead, trust }: PreflightItem) {
  const reason = matched === undefined ? why : `${why}: ${matched}`;
  const rest = instead === undefined ? '' : ` Instead: ${instead}`;
  return { id, about: `[${kind}] ${severity}, ${trust}`, text: `${title}: ${excerpt} (${reason})${rest}` };
}
