import type { OverviewResponse, Quotation } from '@cairn/contracts';
import { BLOCK_CHARS, newBoundary, renderList } from '@cairn/prompt';

/** The content of an overview, in quotations. */
export type Told = Pick<OverviewResponse, 'themes' | 'changed' | 'contradictions' | 'openQuestions'> & {
  /** The best memories. */
  readonly strongest: readonly Quotation[];
};

const SUMMARY_CHARS = 800;
const SUMMARISED = 3;
const TOPIC_CHARS = 300;

interface Line {
  readonly label: string;
  readonly quotation: Quotation;
}

/** Quotes the best memory, then the strongest of each theme, with their ids, as many as fit. */
export function summaryOf({ strongest, themes }: Told): string {
  const quotations = [...strongest.slice(0, 1), ...themes.map((theme) => theme.strongest), ...strongest];
  const distinct = [...new Map(quotations.map((each) => [each.id, each])).values()].slice(0, SUMMARISED);
  let left = SUMMARY_CHARS;
  return distinct
    .map(({ text, id }) => `“${text.replace(/\s+/g, ' ')}” (${id})`)
    .filter((sentence) => (left -= sentence.length + 1) >= 0)
    .join('\n');
}

/** Renders the same as quoted data for a model. */
export const overviewBlockOf = (topic: string, told: Told, budgetChars = BLOCK_CHARS): string =>
  renderList({
    heading: `What is known of: ${topic.slice(0, TOPIC_CHARS).toWellFormed()}`,
    boundary: newBoundary(),
    budgetChars,
    notes: told.strongest.length === 0 ? ['no memory is about this topic'] : [],
    entries: linesOf(told).map(({ label, quotation: { id, kind, title, text, state } }) => ({
      id,
      about: `${label} [${kind}]${state === 'active' ? '' : ` ${state}`}`,
      text: `${title}: ${text}`,
    })),
  });

function linesOf({ strongest, themes, changed, contradictions, openQuestions }: Told): Line[] {
  const shown = new Set(strongest.map(({ id }) => id));
  const others = themes.filter((theme) => !shown.has(theme.strongest.id));
  return [
    ...strongest.map((quotation) => ({ label: 'Known', quotation })),
    ...others.map((theme) => ({
      label: `One of ${theme.memoryCount} that share a ${theme.by}`,
      quotation: theme.strongest,
    })),
    ...changed.flatMap(({ change, was, now }) => [
      ...(was ? [{ label: 'Was', quotation: was }] : []),
      ...(now ? [{ label: change === 'new' ? 'New' : 'Now', quotation: now }] : []),
    ]),
    ...contradictions.flatMap(({ one, other }) => [
      { label: 'Contradicted', quotation: one },
      { label: 'By', quotation: other },
    ]),
    ...openQuestions.map((quotation) => ({ label: 'Open', quotation })),
  ];
}
