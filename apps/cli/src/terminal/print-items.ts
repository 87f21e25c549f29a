import type { ItemResponse } from '@cairn/contracts';
import { forgottenSourcesNote, timeOf, formatTimeOfHit } from './print-hits.ts';
import type { Printer } from './printer.ts';
import { cutToWidth, formatName, neutraliseForTerminal } from './terminal-text.ts';

const INDENT = '   ';

/** Prints items for people, two lines each: the text, and below it id and place. */
export function printItems(printer: Printer, items: readonly ItemResponse[]): void {
  const { line, colors, columns } = printer;
  if (items.length === 0) line('Nothing of that kind is stored where this key may look.');
  for (const item of items) {
    line(colors.bold(cutToWidth(headOf(item), columns)));
    line(`${INDENT}${colors.dim([item.id, ...factsOf(item)].join(' · '))}`);
  }
}

/** Prints how many secrets of each kind were masked in a write. */
export function printMasked({ line, colors }: Printer, masked: Readonly<Record<string, number>> = {}): void {
  const counts = Object.entries(masked).map(([kind, count]) => `${neutraliseForTerminal(kind)} (${count})`);
  if (counts.length > 0) line(colors.yellow(`Secrets that were masked: ${counts.join(', ')}`));
}

const HEAD_CHARS_MAX = 1_000;

/**
 * Title or speaker and the beginning of the text, on one line. If the text begins with its title, the title is not
 * repeated.
 */
export function headOf(item: ItemResponse): string {
  const text = neutraliseForTerminal(item.content.slice(0, HEAD_CHARS_MAX)).replace(/\s+/g, ' ');
  const name = item.kind === 'memory' ? neutraliseForTerminal(item.title) : formatName(item.speaker ?? item.role);
  return item.kind === 'memory' && text.startsWith(name.replace(/…$/, '')) ? text : `${name}: ${text}`;
}

function factsOf(item: ItemResponse): string[] {
  const own =
    item.kind === 'memory'
      ? [item.store, item.category, ...item.tags.map((tag) => formatName(`#${tag}`))]
      : [item.subchannel, item.sessionKey].map(formatOptional);
  const state = item.state === 'active' ? '' : item.state;
  const gone = item.kind === 'memory' ? forgottenSourcesNote(item) : '';
  const trust = item.kind === 'memory' && item.trust !== item.state ? (item.trust ?? '') : '';
  return [
    formatTimeOfHit(item),
    formatOptional(item.channel),
    ...own,
    formatAuthor(item.author),
    state,
    trust,
    gone,
  ].filter((each) => each !== '');
}

const formatAuthor = (author: string | null): string => (author === null ? '' : `by ${formatName(author)}`);

const formatOptional = (name: string | null): string => (name === null ? '' : formatName(name));

/** Prints all fields of one item, and its whole text. */
export function printItem(printer: Printer, item: ItemResponse): void {
  const { line, colors } = printer;
  const { content, provenance, ...fields } = item;
  for (const [name, value] of Object.entries({ ...fields, ...provenanceFields(provenance) })) {
    const shown = formatField(name, value);
    if (shown !== '') line(`${colors.dim(`${neutraliseForTerminal(name)}:`)} ${shown}`);
  }
  line();
  for (const text of content.split('\n')) line(neutraliseForTerminal(text));
}

const provenanceFields = (provenance: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(provenance).map(([name, value]) => [`provenance ${name}`, value]));

const TIME_FIELDS: ReadonlySet<string> = new Set(['timestamp', 'createdAt', 'validFrom', 'validTo']);

function formatField(name: string, value: unknown): string {
  if (value === null) return '';
  if (TIME_FIELDS.has(name)) return timeOf(value as number);
  if (Array.isArray(value)) return value.map((each) => formatElement(each)).join(', ');
  if (typeof value === 'object') return formatParts(value);
  return neutraliseForTerminal(String(value));
}

const formatElement = (value: unknown): string =>
  typeof value === 'object' && value !== null ? formatParts(value) : formatName(String(value));

/** Parts of a compound field, such as `what Kafka, whyNot one team cannot run it`; lists and compounds in it are in brackets. */
const formatParts = (parts: object): string =>
  Object.entries(parts)
    .map(([part, value]: [string, unknown]) => `${neutraliseForTerminal(part)} ${formatPart(value)}`)
    .join(', ');

function formatPart(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => formatElement(each)).join('; ')}]`;
  return typeof value === 'object' && value !== null ? `[${formatParts(value)}]` : neutraliseForTerminal(String(value));
}
