import { formatCount, type OverviewResponse, type Quotation, type RetrieverName } from '@cairn/contracts';
import { BLOCK_CHARS, newBoundary, renderList } from '@cairn/prompt';
import { linesWithRoom, type Line } from '../hits/lines-with-room.ts';

/** The content of an overview, in quotations. */
export type OverviewContent = Pick<OverviewResponse, 'themes' | 'known' | 'contradictions' | 'openQuestions'>;

const SUMMARY_CHARS = 800;
export const SUMMARY_MEMORIES_MAX = 3;
const TOPIC_CHARS = 300;
const THEME_CHARS = 40;
/** Number of characters for the lines of the text. They contain all titles and as many sentences as fit, best first. */
const LINES_CHARS = 900;

/** Quotes the best memories with their ids, as many as fit. */
export function summaryOf(strongest: readonly Quotation[]): string {
  let left = SUMMARY_CHARS;
  return strongest
    .map(({ text, id }) => `“${text.replace(/\s+/g, ' ')}” (${id})`)
    .filter((sentence) => (left -= sentence.length + 1) >= 0)
    .join('\n');
}

interface Bounds {
  readonly memoryCount: number;
  readonly budgetChars: number | undefined;
  readonly degraded: readonly RetrieverName[];
}

/** Renders the overview as quoted data for a model: each memory once, by category, then open questions. */
export function overviewBlockOf(
  topic: string,
  told: OverviewContent,
  { memoryCount, budgetChars = BLOCK_CHARS, degraded }: Bounds,
): string {
  return renderList({
    heading: `Overview of: ${topic.slice(0, TOPIC_CHARS).toWellFormed()}`,
    boundary: newBoundary(),
    budgetChars,
    degraded,
    notes: [memoryCount === 0 ? 'no memory is about this topic' : countsOf(told, memoryCount)],
    entries: linesWithRoom(linesOf(told), LINES_CHARS),
  });
}

function linesOf({ known, openQuestions, contradictions }: OverviewContent): Line[] {
  const groups = [...Map.groupBy(openQuestions, ({ id }) => id)];
  return [
    ...known.flatMap(({ category, memories }) =>
      memories.map(({ id, title, text, reversed }, place) => ({
        ...{ id, place, about: category, sentence: text },
        text: reversed ? `${title} (before ${dayOf(reversed.until)}: ${reversed.title})` : title,
      })),
    ),
    ...groups.map(([id, some]) => ({ id, place: 0, about: 'open', text: some.map(({ text }) => text).join(' ') })),
    ...contradictions.map(({ one, other }) => ({
      ...{ place: 0, about: 'contradiction' },
      text: `“${one.text}” (${one.title}) / “${other.text}” (${other.title})`,
    })),
  ];
}

function countsOf({ known, themes }: OverviewContent, memoryCount: number): string {
  const left = known.filter(({ leftOut }) => leftOut !== undefined);
  const counts = left.map(({ category, leftOut }) => `${category} ${leftOut}`).join(', ');
  const shared = themesText(themes);
  return `${formatCount(memoryCount, 'memory', 'memories')}${shared ? `, of ${shared}` : ''}${counts ? `, not shown: ${counts}; a higher limit shows more` : ''}`;
}

const THEMES_SHOWN_MAX = 5;

/** Lists themes. Themes with the same name become one. */
function themesText(themes: OverviewContent['themes']): string {
  const byName = [...Map.groupBy(themes, ({ name }) => name)].slice(0, THEMES_SHOWN_MAX);
  const countOf = (some: OverviewContent['themes']) => some.reduce((sum, { memoryCount }) => sum + memoryCount, 0);
  return byName.map(([name, some]) => `${name.slice(0, THEME_CHARS).toWellFormed()} ${countOf(some)}`).join(', ');
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
