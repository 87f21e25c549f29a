import { digestActs, type DigestAct, type DigestDay, type DigestList, type DigestMemory } from '@cairn/contracts';
import { neutraliseLine } from '@cairn/prompt';

interface Told {
  readonly days: readonly DigestDay[];
  readonly waiting: DigestList;
  readonly isComplete: boolean;
}

const verbs: Readonly<Record<DigestAct, string>> = {
  stored: 'stored',
  confirmed: 'confirmed',
  superseded: 'superseded',
  stopped: 'was stopped by',
};

/**
 * Renders a digest as markdown of at most `linesMax` lines for a chat channel. Names and titles cannot format, link or
 * mention. If lines are left out, the last line says how many.
 */
export function digestMarkdown(told: Told, linesMax: number): string {
  const lines = linesOf(told);
  if (lines.length <= linesMax) return lines.join('\n');
  const kept = lines.slice(0, linesMax - 1);
  return [...kept, `… ${lines.length - kept.length} more lines`].join('\n');
}

function linesOf({ days, waiting, isComplete }: Told): string[] {
  const ofDays = days.flatMap(({ day, by }) => [`**${day}**`, ...by.flatMap(principalLines)]);
  const ofWaiting = waiting.count === 0 ? [] : [`**Waiting for review**: ${waiting.count}`, ...memoryLines(waiting)];
  const ofBounds = isComplete ? [] : ['More happened than a digest reads; ask for a shorter time.'];
  const lines = [...ofWaiting, ...ofDays, ...ofBounds];
  return lines.length === 0 ? ['Nothing happened.'] : lines;
}

function principalLines({ name, acts }: DigestDay['by'][number]): string[] {
  const lists = digestActs.flatMap((act) => (acts[act] ? [[act, acts[act]] as const] : []));
  return lists.flatMap(([act, list]) => [
    `- ${plainMarkdown(name)} ${verbs[act]} ${countOf(act, list)}`,
    ...memoryLines(list),
  ]);
}

function countOf(act: DigestAct, { count }: DigestList): string {
  if (act === 'stopped') return `a rule ${count === 1 ? 'once' : `${count} times`}`;
  return count === 1 ? 'a memory' : `${count} memories`;
}

function memoryLines({ count, memories }: DigestList): string[] {
  const told = memories.reduce((sum, { times = 1 }) => sum + times, 0);
  const more = count - told;
  return [...memories.map(memoryLine), ...(more > 0 && told > 0 ? [`  - and ${more} more`] : [])];
}

function memoryLine({ title, category, times, successor }: DigestMemory): string {
  const now = successor === undefined ? '' : ` → ${plainMarkdown(successor)}`;
  const often = times === undefined || times === 1 ? '' : ` (${times} times)`;
  return `  - ${plainMarkdown(title)}${now} (${category})${often}`;
}

const TITLE_CHARS_MAX = 120;

/** Makes a text inert in markdown and in chat programs, so that it cannot format, link or mention. */
function plainMarkdown(text: string): string {
  const line = neutraliseLine(text);
  const short = line.length > TITLE_CHARS_MAX ? `${line.slice(0, TITLE_CHARS_MAX).toWellFormed()}…` : line;
  return short
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_[\]~|]/g, String.raw`\$&`)
    .replace(/(?<!\w)@/g, '＠')
    .replace(/:\/\/|\bwww\./gi, (opening) => opening.replace(/[/.]/, String.raw`\$&`));
}
