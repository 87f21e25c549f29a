import {
  narrowingFields,
  type EmptyReason,
  type Hit,
  type NarrowingField,
  type RecallResponse,
  type RecentMessage,
} from '@cairn/contracts';
import type { Printer } from './printer.ts';
import { cutToWidth, fact, plain, quoted, widthOf, wrap } from './terminal-text.ts';

const CONTENT_LINES = 3;
const INDENT = '   ';

const reasons: Record<Exclude<EmptyReason, 'filtered-out'>, string> = {
  'nothing-stored': 'Nothing is stored yet where this key may look.',
  'no-match': 'Nothing stored matches.',
  'below-min-score': 'There are matches, but all of them are below --min-score.',
  'foreign-topic': 'Nothing stored is about this topic.',
};

const optionOf: Record<NarrowingField, string> = {
  over: '--over',
  stores: '--store',
  categories: '--category',
  tags: '--tag',
  channel: '--channel',
  subchannel: '--subchannel',
  sessionKey: '--session',
  sinceMs: '--since',
  untilMs: '--until',
};

export interface Answer {
  readonly hits: readonly Hit[];
  readonly degraded: readonly string[];
  readonly reason?: RecallResponse['reason'];
  readonly emptiedBy?: RecallResponse['emptiedBy'];
  readonly flags?: RecallResponse['flags'];
}

/** What the person at the terminal asked for, and what they can type next. */
export interface Asking {
  readonly narrowed: Partial<Record<NarrowingField, unknown>>;
  readonly demo: string;
}

/** Hits for people, best first: a heading line with score, time and place, and the beginning of the text. */
export function printHits(printer: Printer, answer: Answer, asking?: Asking): void {
  const { colors } = printer;
  const { hits, degraded, flags = [] } = answer;
  if (degraded.length > 0)
    printer.line(colors.yellow(`Answered without: ${plain(degraded.join(', '))}. Something may be missing.`));
  for (const flag of flags) printer.line(colors.yellow(flagged(flag)));
  if (hits.length === 0) printer.line(whyNone(answer, asking));
  hits.forEach((hit, at) => printHit(printer, hit, at + 1));
}

const flagged = (flag: RecallResponse['flags'][number]): string =>
  flag.code === 'vectors-behind'
    ? 'Something stored lately is not indexed by meaning yet; it is found by its words only.'
    : `Asked of ${quoted(flag.asked)}, but what fits best was said by ${quoted(flag.by)}.`;

function whyNone({ reason, emptiedBy = [] }: Answer, asking?: Asking): string {
  if (reason === undefined) return 'No hit.';
  if (reason === 'filtered-out') return filteredOut(emptiedBy, asking?.narrowed ?? {});
  const next = reason === 'nothing-stored' && asking ? ` Try: ${asking.demo}` : '';
  return reasons[reason] + next;
}

function filteredOut(fields: readonly NarrowingField[], narrowed: Asking['narrowed']): string {
  if (fields.includes('over') && narrowed.over === undefined)
    return 'Nothing of this kind fits, but something of the other may: ask with recall --over both.';
  return `Nothing that fits passes ${shown(fields, narrowed)}. Leave ${fields.length > 1 ? 'some' : 'it'} out to ask all that this key may see.`;
}

const shown = (fields: readonly NarrowingField[], narrowed: Asking['narrowed']): string =>
  fields.map((field) => plain(`${optionOf[field]} ${shownValue(narrowed[field])}`.trim())).join(' ');

const shownValue = (value: unknown): string =>
  typeof value === 'number' ? timeOf(value) : Array.isArray(value) ? value.join(',') : String(value ?? '');

function printHit(printer: Printer, hit: Hit, place: number): void {
  const { colors, columns } = printer;
  const facts = [
    hit.score.toFixed(2),
    hit.kind === 'memory' ? hit.category : fact(hit.role),
    whenOf(hit),
    placeOf(hit),
    hit.author === null ? '' : `by ${fact(hit.author)}`,
  ]
    .filter((each) => each !== '')
    .join(' · ');
  const title = cutToWidth(`${place}. ${plain(titleOf(hit))}`, columns);
  const fits = widthOf(title) + widthOf(facts) + 2 <= columns;
  printer.line(colors.bold(title) + (fits ? `  ${colors.dim(facts)}` : ''));
  if (!fits) printer.line(INDENT + colors.dim(cutToWidth(facts, columns - INDENT.length)));
  for (const line of contentLines(hit, columns)) printer.line(INDENT + line);
}

const titleOf = (hit: Hit) => (hit.kind === 'memory' ? hit.title : (hit.speaker ?? hit.role));

const placeOf = (hit: Hit) =>
  [hit.channel, hit.kind === 'message' ? hit.subchannel : null]
    .filter((name) => name !== null)
    .map(fact)
    .join(' / ');

/** From the passage that matched, if the text is long. */
function contentLines(hit: Hit, columns: number): string[] {
  const from = hit.excerpt?.from ?? 0;
  const text = (from > 0 ? '…' : '') + plain(hit.content.slice(from)).replace(/\s+/g, ' ');
  return wrap(text, { columns: columns - INDENT.length, linesMax: CONTENT_LINES });
}

/** Messages in the order of their time, one line each. */
export function printRecent(
  printer: Printer,
  messages: readonly RecentMessage[],
  narrowed: Asking['narrowed'] = {},
): void {
  const { colors, columns } = printer;
  if (messages.length === 0) printer.line(noneRecent(narrowed));
  for (const message of messages) {
    const who = fact(message.speaker ?? message.role);
    const head = [whenOf(message), message.channel === null ? '' : fact(message.channel), who]
      .filter(Boolean)
      .join(' · ');
    const shown = cutToWidth(head, Math.floor(columns / 2));
    printer.line(
      `${colors.dim(shown)}  ${cutToWidth(plain(message.content).replace(/\s+/g, ' '), columns - widthOf(shown) - 2)}`,
    );
  }
}

function noneRecent(narrowed: Asking['narrowed']): string {
  const fields = narrowingFields.filter((field) => narrowed[field] !== undefined);
  return fields.length === 0
    ? 'No message yet.'
    : `No message that this key may see passes ${shown(fields, narrowed)}.`;
}

/** The time that an item is about; of one that nobody dated, when it was stored. */
export function whenOf({ timestamp, createdAt }: { readonly timestamp: number; readonly createdAt: number }): string {
  if (timestamp !== 0) return timeOf(timestamp);
  return createdAt === 0 ? '' : `saved ${timeOf(createdAt)}`;
}

/** Local time to the minute; an unknown time is nothing. */
export function timeOf(epochMs: number): string {
  if (epochMs === 0) return '';
  const date = new Date(epochMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
