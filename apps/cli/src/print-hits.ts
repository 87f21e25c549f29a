import type { Hit, RecallResponse, RecentMessage } from '@cairn/contracts';
import type { Printer } from './printer.ts';
import { cutToWidth, plain, widthOf, wrap } from './terminal-text.ts';

const CONTENT_LINES = 3;
const INDENT = '   ';

const reasons: Record<NonNullable<RecallResponse['reason']>, string> = {
  'nothing-stored': 'Nothing is stored yet where this key may look. Try: cairn demo',
  'no-match': 'Nothing stored matches.',
  'below-min-score': 'There are matches, but all of them are below --min-score.',
  'foreign-topic': 'Nothing stored is about this topic.',
};

export interface Answer {
  readonly hits: readonly Hit[];
  readonly degraded: readonly string[];
  readonly reason?: RecallResponse['reason'];
  readonly flags?: RecallResponse['flags'];
}

/** Hits for people, best first: a heading line with score, time and place, and the beginning of the text. */
export function printHits(printer: Printer, { hits, degraded, reason, flags = [] }: Answer): void {
  const { colors } = printer;
  if (degraded.length > 0)
    printer.line(colors.yellow(`Answered without: ${plain(degraded.join(', '))}. Something may be missing.`));
  for (const { asked, by } of flags)
    printer.line(colors.yellow(`Asked of ${plain(asked)}, but what fits best was said by ${plain(by)}.`));
  if (hits.length === 0) printer.line(reason ? reasons[reason] : 'No hit.');
  hits.forEach((hit, at) => printHit(printer, hit, at + 1));
}

function printHit(printer: Printer, hit: Hit, place: number): void {
  const { colors, columns } = printer;
  const facts = [
    hit.score.toFixed(2),
    hit.kind === 'memory' ? hit.category : hit.role,
    timeOf(hit.timestamp),
    placeOf(hit),
  ]
    .filter((fact) => fact !== '')
    .map(plain)
    .join(' · ');
  const title = cutToWidth(`${place}. ${plain(titleOf(hit))}`, columns);
  const fits = widthOf(title) + widthOf(facts) + 2 <= columns;
  printer.line(colors.bold(title) + (fits ? `  ${colors.dim(facts)}` : ''));
  if (!fits) printer.line(INDENT + colors.dim(cutToWidth(facts, columns - INDENT.length)));
  for (const line of contentLines(hit, columns)) printer.line(INDENT + line);
}

const titleOf = (hit: Hit) => (hit.kind === 'memory' ? hit.title : (hit.speaker ?? hit.role));

const placeOf = (hit: Hit) =>
  [hit.channel ?? '', hit.kind === 'message' ? (hit.subchannel ?? '') : ''].filter(Boolean).join(' / ');

/** From the passage that matched, if the text is long. */
function contentLines(hit: Hit, columns: number): string[] {
  const from = hit.excerpt?.from ?? 0;
  const text = (from > 0 ? '…' : '') + plain(hit.content.slice(from)).replace(/\s+/g, ' ');
  return wrap(text, { columns: columns - INDENT.length, linesMax: CONTENT_LINES });
}

/** Messages in the order of their time, one line each. */
export function printRecent(printer: Printer, messages: readonly RecentMessage[]): void {
  const { colors, columns } = printer;
  if (messages.length === 0) printer.line('No message yet.');
  for (const message of messages) {
    const who = plain(message.speaker ?? message.role);
    const head = [timeOf(message.timestamp), message.channel ? plain(message.channel) : '', who]
      .filter(Boolean)
      .join(' · ');
    const shown = cutToWidth(head, Math.floor(columns / 2));
    printer.line(
      `${colors.dim(shown)}  ${cutToWidth(plain(message.content).replace(/\s+/g, ' '), columns - widthOf(shown) - 2)}`,
    );
  }
}

/** Local time to the minute; an unknown time is nothing. */
export function timeOf(epochMs: number): string {
  if (epochMs === 0) return '';
  const date = new Date(epochMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
