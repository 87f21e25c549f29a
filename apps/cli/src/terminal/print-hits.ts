import {
  DEMO_CHANNEL,
  narrowingFields,
  describeSearchedTexts,
  type EmptyReason,
  type FormerMemory,
  type Hit,
  type MemoryHit,
  type NarrowingField,
  type RecallResponse,
  type RecentMessage,
  type SessionTurns,
} from '@cairn/contracts';
import { startsWithTitle } from '@cairn/prompt';
import type { Printer, ResultPrinter } from './printer.ts';
import { cutToWidth, formatName, neutraliseForTerminal, quoteName, widthOf, wrapText } from './terminal-text.ts';

const CONTENT_LINES_MAX = 3;
const WHY_LINES_MAX = 6;
const INDENT = '   ';

const reasons: Record<Exclude<EmptyReason, 'filtered-out'>, string> = {
  'nothing-stored': 'Nothing is stored yet where this key may look.',
  'no-match': 'Nothing stored matches.',
  'below-min-score': 'There are matches, but all of them are below --min-score.',
  'foreign-topic': 'Nothing stored is about this topic.',
};

const optionByField: Record<NarrowingField, string> = {
  sources: '--sources',
  stores: '--store',
  categories: '--category',
  tags: '--tag',
  channel: '--channel',
  subchannel: '--subchannel',
  sessionKey: '--session',
  sinceMs: '--since',
  untilMs: '--until',
  asOf: '--as-of',
};

export interface Answer {
  readonly hits: readonly Hit[];
  readonly searched?: RecallResponse['searched'];
  readonly degraded: readonly string[];
  readonly reason?: RecallResponse['reason'];
  readonly emptiedBy?: RecallResponse['emptiedBy'];
  readonly flags?: RecallResponse['flags'];
}

/** Context of a question: its filters, and the form of commands that the output suggests. */
export interface QuestionContext {
  readonly narrowed: Partial<Record<NarrowingField, unknown>>;
  readonly own: ResultPrinter['own'];
}

/** Prints hits for people, best first: a heading line with score, time and place, and the beginning of the text. */
export function printHits(printer: Printer, answer: Answer, asking?: QuestionContext): void {
  const { hits, searched } = answer;
  if (searched) printer.line(printer.colors.dim(describeSearchedTexts(searched)));
  printWarnings(printer, answer);
  if (hits.length === 0) printer.line(explainNoHits(answer, asking));
  hits.forEach((hit, at) => printHit(printer, hit, at + 1));
}

/** Prints warnings that a person should read before the answer. */
export function printWarnings({ line, colors }: Printer, { degraded, flags = [] }: Omit<Answer, 'hits'>): void {
  if (degraded.length > 0)
    line(colors.yellow(`Answered without: ${neutraliseForTerminal(degraded.join(', '))}. Something may be missing.`));
  for (const flag of flags) line(colors.yellow(warningOf(flag)));
}

const warningOf = (flag: Flag): string => flagNotes[flag.code](flag as never);

type Flag = RecallResponse['flags'][number];

const flagNotes: { readonly [Code in Flag['code']]: (flag: Extract<Flag, { code: Code }>) => string } = {
  'said-by-another': ({ asked, by }) =>
    `Asked of ${quoteName(asked)}, but what fits best was said by ${quoteName(by)}.`,
  'foreign-topic': () => 'Nothing stored is about this topic; these are only the nearest texts.',
  'nothing-in-channel': ({ channel }) =>
    `Nothing near this question is of the channel ${quoteName(channel)}, if there is one; these belong to no channel.`,
  unsure: ({ missing }) =>
    `None of these has all that you asked: ${missing.map(quoteName).join(', ')} stands in none, or apart from the rest.`,
  'vectors-behind': () => 'Something stored lately is not indexed by meaning yet; it is found by its words only.',
  contradiction: ({ ids, between }) =>
    `These two contradict each other${between ? ` (${between.map(quoteName).join(' / ')})` : ''}: ${neutraliseForTerminal(ids.join(' and '))}.`,
};

function explainNoHits({ reason, emptiedBy = [] }: Answer, asking?: QuestionContext): string {
  if (reason === undefined) return 'No hit.';
  if (reason === 'filtered-out') return explainFilters(emptiedBy, asking);
  const next =
    reason === 'nothing-stored' && asking
      ? `\nStore something: ${asking.own('remember "TEXT"')}\nLoad a made-up team: ${asking.own('demo')} (asked with --channel ${DEMO_CHANNEL})`
      : '';
  return reasons[reason] + next;
}

function explainFilters(fields: readonly NarrowingField[], asking?: QuestionContext): string {
  const narrowed = asking?.narrowed ?? {};
  if (fields.includes('sources') && narrowed.sources === undefined)
    return `Nothing of this kind fits, but something of another may.${asking ? ` Try: ${asking.own('recall --sources all "QUESTION"')}` : ''}`;
  return `Nothing that fits passes ${formatFilters(fields, narrowed)}. Leave ${fields.length > 1 ? 'some' : 'it'} out to ask all that this key may see.`;
}

const formatFilters = (fields: readonly NarrowingField[], narrowed: QuestionContext['narrowed']): string =>
  fields
    .map((field) => neutraliseForTerminal(`${optionByField[field]} ${formatFilterValue(narrowed[field])}`.trim()))
    .join(' ');

const formatFilterValue = (value: unknown): string =>
  typeof value === 'number' ? timeOf(value) : Array.isArray(value) ? value.join(',') : String(value ?? '');

function printHit(printer: Printer, hit: Hit, place: number): void {
  const { colors, columns } = printer;
  const facts = [
    hit.score.toFixed(2),
    kindOf(hit),
    ...(hit.kind === 'memory' ? stateNotesOf(hit) : []),
    formatTimeOfHit(hit),
    placeOf(hit),
    hit.author === null ? '' : `by ${formatName(hit.author)}`,
  ]
    .filter((each) => each !== '')
    .join(' · ');
  const title = cutToWidth(`${place}. ${neutraliseForTerminal(titleOf(hit))}`, columns);
  const fits = widthOf(title) + widthOf(facts) + 2 <= columns;
  printer.line(colors.bold(title) + (fits ? `  ${colors.dim(facts)}` : ''));
  if (!fits) printer.line(INDENT + colors.dim(cutToWidth(facts, columns - INDENT.length)));
  for (const line of contentLines(hit, columns)) printer.line(INDENT + line);
  if (hit.why !== undefined)
    for (const line of wrapText(hit.why, { columns: columns - INDENT.length, linesMax: WHY_LINES_MAX }))
      printer.line(INDENT + colors.dim(line));
  if (hit.kind === 'memory' && hit.confidenceBasis)
    printer.line(INDENT + colors.dim(explainConfidence(hit.confidence, hit.confidenceBasis)));
  if (hit.former) printer.line(INDENT + colors.dim(formerNote(hit.former)));
  const { associations = [] } = hit.kind === 'memory' ? hit : {};
  for (const { relation, through, title: other, memoryId } of associations) {
    const by = through
      ? ` (${neutraliseForTerminal(through.entity)}, ${neutraliseForTerminal(through.relationType)})`
      : '';
    printer.line(INDENT + colors.dim(`${relation}${by}: ${neutraliseForTerminal(other)} (${memoryId})`));
  }
}

const stateNotesOf = (hit: MemoryHit): string[] => [
  hit.state === 'active' ? '' : hit.state,
  hit.trust === undefined || hit.trust === hit.state ? '' : hit.trust,
  forgottenSourcesNote(hit),
];

/** Note on how many sources of a memory were forgotten; empty if none was. */
export const forgottenSourcesNote = ({ goneSources = [] }: Pick<MemoryHit, 'goneSources'>): string =>
  goneSources.length === 0 ? '' : `${goneSources.length} of its sources forgotten`;

/** Says that a memory of the same words, or one made from the hit, holds no longer. */
const formerNote = ({ id, state, since, isDerived, now }: FormerMemory): string => {
  const when = since === null ? '' : ` ${new Date(since).toISOString().slice(0, 10)}`;
  const what = isDerived ? 'a memory made from this' : 'a memory of these words';
  const by = now && `: ${neutraliseForTerminal(`${now.title}: ${now.text}`)}`;
  return `${what} was ${state}${when}${by ?? ''} (${now?.id ?? id})`;
};

/** Explains a memory's confidence in one line. */
const explainConfidence = (confidence: number, basis: NonNullable<MemoryHit['confidenceBasis']>): string =>
  [
    `confidence ${confidence.toFixed(2)}: its writer said ${basis.declared.toFixed(2)}${basis.isTrusted ? '' : ', an agent'}`,
    basis.senders > 0 && `also said by ${basis.senders}`,
    basis.contradictions > 0 && `contradicted by ${basis.contradictions}`,
    basis.ageShare < 1 && `age leaves ${Math.round(basis.ageShare * 100)} %`,
  ]
    .filter(Boolean)
    .join('; ');

function kindOf(hit: Hit): string {
  if (hit.kind === 'memory') return hit.category;
  return hit.kind === 'note' ? neutraliseForTerminal(`${hit.workspace}: ${hit.citation}`) : formatName(hit.role);
}

function titleOf(hit: Hit): string {
  if (hit.kind === 'message') return hit.speaker ?? hit.role;
  return hit.kind === 'memory' && startsWithTitle(hit) ? hit.kind : hit.title;
}

const placeOf = (hit: Hit) =>
  [hit.channel, hit.kind === 'message' ? hit.subchannel : null]
    .filter((name) => name !== null)
    .map(formatName)
    .join(' / ');

/** Lines of the content. In a long text, the lines begin at the passage that matches. */
function contentLines(hit: Hit, columns: number): string[] {
  if (hit.content === '') return [];
  const from = hit.excerpt?.from ?? 0;
  const text =
    (from + (hit.cut?.from ?? 0) > 0 ? '…' : '') + neutraliseForTerminal(hit.content.slice(from)).replace(/\s+/g, ' ');
  return wrapText(text, { columns: columns - INDENT.length, linesMax: CONTENT_LINES_MAX });
}

/** Prints messages in order of time, one line each. */
export function printRecent(
  printer: Printer,
  messages: readonly RecentMessage[],
  narrowed: QuestionContext['narrowed'] = {},
): void {
  if (messages.length === 0) printer.line(explainNoRecent(narrowed));
  for (const message of messages) printMessage(printer, message);
}

/** Prints messages grouped by session, one line each. Messages that the search found are marked. */
export function printTurns(printer: Printer, turns: readonly SessionTurns[]): void {
  for (const { sessionKey, messages } of turns) {
    printer.line(printer.colors.bold(sessionKey === null ? 'No session' : formatName(sessionKey)));
    for (const message of messages) printMessage(printer, message, message.isFound ? '* ' : '  ');
  }
}

function printMessage({ line, colors, columns }: Printer, message: RecentMessage, mark = ''): void {
  const who = formatName(message.speaker ?? message.role);
  const head = [formatTimeOfHit(message), message.channel === null ? '' : formatName(message.channel), who].filter(
    Boolean,
  );
  const shown = cutToWidth(mark + head.join(' · '), Math.floor(columns / 2));
  const text = cutToWidth(neutraliseForTerminal(message.content).replace(/\s+/g, ' '), columns - widthOf(shown) - 2);
  line(`${colors.dim(shown)}  ${text}`);
}

function explainNoRecent(narrowed: QuestionContext['narrowed']): string {
  const fields = narrowingFields.filter((field) => narrowed[field] !== undefined);
  return fields.length === 0
    ? 'No message yet.'
    : `No message that this key may see passes ${formatFilters(fields, narrowed)}.`;
}

/** Formats the time of an item. An item without a time shows the time at which it was stored. */
export const formatTimeOfHit = ({ timestamp, createdAt }: Pick<Hit, 'timestamp' | 'createdAt'>): string =>
  timestamp === null ? `saved ${timeOf(createdAt)}` : timeOf(timestamp);

/** Formats a time (epoch ms) to the minute, in local time. */
export function timeOf(epochMs: number): string {
  const date = new Date(epochMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
