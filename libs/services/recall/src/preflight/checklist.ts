import type { PreflightItem, RetrieverName, Verdict } from '@cairn/contracts';
import { BLOCK_CHARS, joinTitle, newBoundary, notesOfDegraded, renderList } from '@cairn/prompt';

const adviceByVerdict: Readonly<Record<Verdict, string>> = {
  stop: 'Do not do this. Do what the rule allows instead, or ask the people of the team.',
  caution: 'Read these first, and do what they ask for before this.',
  proceed: 'Nothing stored speaks against this.',
  'not-checked': 'The memory did not answer in time, so this is not checked. Try again, or proceed with care.',
};

/** Advice of an action that no rule names while a search did not answer, so that an unnamed rule may speak against it. */
const NAMED_ALONE = 'No rule names this action; whether a rule is near in meaning was not checked. Proceed with care.';

interface Checked {
  readonly verdict: Verdict;
  readonly items: readonly PreflightItem[];
  readonly degraded: readonly RetrieverName[];
}

/** Renders the verdict in Cairn's own words, followed by the items as quoted data for a model. */
export function checklistOf({ verdict, items, degraded }: Checked): string {
  const isPart = verdict === 'proceed' && degraded.length > 0;
  const said = `${verdict}: ${isPart ? NAMED_ALONE : adviceByVerdict[verdict]}`;
  const notes = notesOfDegraded(degraded);
  if (items.length === 0) return [said, ...notes].join('\n');
  const entries = items.map(entryOf);
  const list = { heading: 'Stored about it', boundary: newBoundary(), budgetChars: BLOCK_CHARS, notes, entries };
  return `${said}\n\n${renderList(list)}`;
}

const reasonByMatch: Readonly<Record<PreflightItem['why'], string>> = {
  given: 'its rule forbids',
  trigger: 'its trigger is',
  words: 'read from its English',
  meaning: 'near in meaning',
};

function entryOf({ id, kind, title, excerpt, severity, why, matched, instead, trust }: PreflightItem) {
  const reason = matched === undefined ? reasonByMatch[why] : `${reasonByMatch[why]}: ${matched}`;
  const rest = instead === undefined ? '' : ` Instead: ${instead}`;
  return { id, about: `[${kind}] ${severity}, ${trust}`, text: `${joinTitle(title, excerpt)} (${reason})${rest}` };
}
