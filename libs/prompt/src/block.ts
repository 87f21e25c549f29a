import {
  searchedLine,
  searchedTexts,
  type SearchedText,
  type Association,
  type EmptyReason,
  type Flag,
  type Hit,
  type RetrieverName,
  type MemoryHit,
  type MessageHit,
  type NoteHit,
  type NarrowingField,
  type RecentMessage,
  type StatsResponse,
} from '@cairn/contracts';
import { headerOf, requireBoundary } from './boundary.ts';
import { firstOf, passageFrom, passageOf, type Passage } from './cut.ts';
import { neutraliseLine, neutraliseText, neutraliseWord, inJson } from './neutralise.ts';
import { placeIn, type Cut } from './framed-json.ts';
import { shareBudget } from './share.ts';

/** Characters of a block when the caller names no budget. */
export const BLOCK_CHARS = 12_000;

/** A line of `renderRecent` shows so much of a message; the JSON beside it has all. */
export const RECENT_LINE_CHARS = 200;

interface Frame {
  readonly heading: string;
  /** From `newBoundary()`, one for each answer. */
  readonly boundary: string;
  /** For the whole block. The frame itself always comes, so a budget below about 500 shows no item. */
  readonly budgetChars?: number | undefined;
}

/** Hits of a recall or a search, best first, as a block of quoted text. Long texts are cut, what does not fit is counted. */
export function renderHits(
  answer: Frame & {
    readonly hits: readonly Hit[];
    /** Told where it is not all, or where nothing was found. */
    readonly searched?: readonly SearchedText[] | undefined;
    readonly degraded?: readonly RetrieverName[] | undefined;
    readonly reason?: EmptyReason | undefined;
    readonly emptiedBy?: readonly NarrowingField[] | undefined;
    readonly nextStep?: string | undefined;
    readonly flags?: readonly Flag[] | undefined;
  },
): string {
  const boundary = requireBoundary(answer.boundary);
  const opening = [...headerOf(boundary), `## ${neutraliseLine(answer.heading, boundary)}`, ...notesOf(answer), ''];
  const items = answer.hits.map((hit, at) => itemOf(hit, at + 1, boundary));
  const room = (answer.budgetChars ?? BLOCK_CHARS) - opening.join('\n').length - endOf(boundary, 1_000_000).length - 1;
  const { shown, textMax } = shareBudget(
    room,
    items.map(({ fixed, content }) => ({ fixed, text: textLengthOf(content, room, boundary) })),
  );
  const blocks = items.slice(0, shown).map((item) => [...item.opening, '', ...bodyOf(item, textMax, boundary), '']);
  return [...opening, ...blocks.flat(), endOf(boundary, items.length - shown)].join('\n');
}

/** What a text takes, which neutralising can shorten too; a long one takes all there is, whatever its beginning takes. */
const textLengthOf = (content: string, room: number, boundary: string) =>
  content.length > room ? Math.max(0, room) : neutraliseText(content, boundary).length;

/** One item and a part of its text, for whoever reads on where another answer was cut. `to` is where the next part begins. */
export function renderPage(page: Frame & { readonly item: Rendered; readonly from: number }): {
  readonly block: string;
  readonly to: number;
} {
  const { item, from } = page;
  const boundary = requireBoundary(page.boundary);
  const { id, opening, fixed } = itemOf(item, 1, boundary);
  const before = [...headerOf(boundary), `## ${neutraliseLine(page.heading, boundary)}`, ''];
  const room = (page.budgetChars ?? BLOCK_CHARS) - before.join('\n').length - fixed - endOf(boundary, 0).length - 4;
  const textMax = Math.max(LEAST_PAGE, room);
  const { to } = passageFrom(item.content, { from, textMax }, (text) =>
    longerOf(neutraliseText(text, boundary), inJson(text)),
  );
  const shown = neutraliseText(item.content.slice(from, to), boundary);
  const body = withNotes({ id, content: item.content, cut: undefined }, { from, to, shown });
  return { block: [...before, ...opening, '', ...body, '', endOf(boundary, 0)].join('\n'), to };
}

/** The same part stands in the JSON, where other characters take more. */
const longerOf = (one: string, other: string) => (other.length > one.length ? other : one);

/** A part is never shorter, so that who reads on arrives. */
const LEAST_PAGE = 100;

/** Messages, oldest first, one line each. When they do not all fit, the first are left out, unless those are to be kept. */
export function renderRecent(
  answer: Frame & {
    readonly messages: readonly (RecentMessage & { readonly isFound?: boolean })[];
    readonly keep?: 'first' | 'last';
  },
): string {
  const { boundary, keep = 'last' } = answer;
  const nothing = answer.messages.length === 0 ? ['No message matches.'] : [];
  return renderEntries({
    ...answer,
    notes: nothing,
    keep,
    entries: answer.messages.map((message) => ({
      id: message._id,
      about: joined(' ', [
        message.isFound ? 'found' : undefined,
        timeOf(message.timestamp),
        savedIfUntimed(message),
        roleOf(message.role, boundary),
        quotedIfAny(message.speaker, boundary),
        named('author', message.author, boundary),
        placeOf(message, boundary),
      ]),
      text: firstOf(message.content, RECENT_LINE_CHARS),
    })),
  });
}

/** What is stored, in figures, and the strongest memories. */
export function renderStats(answer: Frame & { readonly stats: StatsResponse }): string {
  const { stats } = answer;
  return renderEntries({
    ...answer,
    notes: figuresOf(stats),
    keep: 'first',
    entries: stats.strongest.map(({ memoryId, title, strength }) => ({
      id: memoryId,
      about: `strength ${strength.toFixed(2)}`,
      text: firstOf(title, RECENT_LINE_CHARS),
    })),
  });
}

/** Quoted lines under a heading and notes, the first kept where they do not all fit. */
export function renderList(
  answer: Frame & { readonly notes: readonly string[]; readonly entries: readonly Entry[] },
): string {
  return renderEntries({ ...answer, keep: 'first' });
}

const HIGH_SCORE = 0.8;
const LOW_SCORE = 0.5;

type Unscored<Of> = Omit<Of, 'score' | 'rankScore'>;
type UnscoredMemory = Omit<Unscored<MemoryHit>, 'confidence'> & { readonly confidence?: number | undefined };
type Rendered = (UnscoredMemory | Unscored<MessageHit> | Unscored<NoteHit>) & {
  /** The score of a hit. */
  readonly score?: number;
};
type RenderedMemory = Extract<Rendered, { kind: 'memory' }>;
type RenderedMessage = Extract<Rendered, { kind: 'message' }>;
type RenderedNote = Extract<Rendered, { kind: 'note' }>;

interface OpenItem {
  readonly id: string;
  readonly opening: readonly string[];
  readonly content: string;
  readonly excerpt: { from: number; to: number } | undefined;
  /** Where the content stands in the whole text, if it is a part. */
  readonly cut: Cut | undefined;
  /** Characters beside the text: marker, heading, provenance, blank lines and room for the notes of a cut. */
  readonly fixed: number;
}

function itemOf(hit: Rendered, place: number, boundary: string): OpenItem {
  const id = neutraliseWord(idOf(hit), boundary);
  const opening = [`[[cairn:${boundary} item ${place} ${hit.kind} ${id}]]`, ...headOf(hit, boundary)];
  const fixed = opening.join('\n').length + 6 + ROOM_OF_NOTES + 2 * id.length;
  return { id, opening, content: hit.content, excerpt: hit.excerpt, cut: hit.cut, fixed };
}

function idOf(hit: Rendered): string {
  switch (hit.kind) {
    case 'memory':
      return hit.memoryId;
    case 'message':
      return hit.messageId;
    case 'note':
      return hit.sectionId;
  }
}

function headOf(hit: Rendered, boundary: string): string[] {
  switch (hit.kind) {
    case 'memory':
      return [memoryHeading(hit, boundary), aboutMemory(hit, boundary)];
    case 'message':
      return [messageHeading(hit, boundary), aboutMessage(hit, boundary)];
    case 'note':
      return [noteHeading(hit, boundary), aboutNote(hit, boundary)];
  }
}

/** For how much is cut before and after a text. */
const ROOM_OF_NOTES = 100;

const memoryHeading = (hit: RenderedMemory, boundary: string) =>
  `### ${hit.store.toUpperCase()}: ${neutraliseLine(hit.title, boundary)}${labelOf(hit.score)}`;

const messageHeading = (hit: RenderedMessage, boundary: string) =>
  `### MESSAGE: ${joined(' ', [roleOf(hit.role, boundary), quotedIfAny(hit.speaker, boundary)])}${labelOf(hit.score)}`;

const noteHeading = (hit: RenderedNote, boundary: string) =>
  `### NOTE: ${neutraliseLine(hit.title, boundary)}${labelOf(hit.score)}`;

function labelOf(score: number | undefined): string {
  if (score === undefined) return '';
  if (score >= HIGH_SCORE) return ' [HIGH CONFIDENCE]';
  return score < LOW_SCORE ? ' [LOW CONFIDENCE]' : '';
}

const scoreOf = ({ score }: Rendered) => (score === undefined ? undefined : `score ${score.toFixed(2)}`);

const aboutMemory = (hit: RenderedMemory, boundary: string) =>
  joined(' | ', [
    `category ${hit.category}`,
    scoreOf(hit),
    `strength ${hit.strength.toFixed(2)}`,
    hit.confidence === undefined ? undefined : `confidence ${hit.confidence.toFixed(2)}`,
    hit.state === 'active' ? undefined : `state ${hit.state}`,
    hit.goneSources === undefined ? undefined : `sources forgotten ${hit.goneSources.length}`,
    hit.restatements === undefined ? undefined : `restatements ${hit.restatements}`,
    named('section', hit.section?.join(' / ') ?? null, boundary),
    ...whence(hit, boundary),
    hit.tags.length === 0 ? undefined : `tags ${listOf(hit.tags.slice(0, TAGS_SHOWN), boundary)}`,
    linked(hit.associations ?? [], boundary),
  ]);

const linked = (associations: readonly Association[], boundary: string) =>
  associations.length === 0 ? undefined : `linked ${listOf(associations.map(linkOf), boundary)}`;

const linkOf = ({ relation, through, memoryId, state, title }: Association) =>
  `${relation}${through ? ` (${through.entity}, ${through.relationType})` : ''} ${memoryId}${state === 'active' ? '' : ` (${state})`}: ${title}`;

const aboutMessage = (hit: RenderedMessage, boundary: string) =>
  joined(' | ', [
    scoreOf(hit),
    ...whence(hit, boundary),
    named('subchannel', hit.subchannel, boundary),
    named('session', hit.sessionKey, boundary),
  ]);

const aboutNote = (hit: RenderedNote, boundary: string) =>
  joined(' | ', [
    scoreOf(hit),
    named('citation', hit.citation, boundary),
    `version ${hit.version}`,
    named('workspace', hit.workspace, boundary),
    ...whence({ ...hit, source: null }, boundary),
    hit.tags.length === 0 ? undefined : `tags ${listOf(hit.tags.slice(0, TAGS_SHOWN), boundary)}`,
  ]);

type Whence = Pick<Rendered, 'timestamp' | 'createdAt' | 'author' | 'channel'> & { readonly source: string | null };

const whence = (hit: Whence, boundary: string) => [
  `time ${timeOf(hit.timestamp)}`,
  savedIfUntimed(hit),
  named('author', hit.author, boundary),
  named('source', hit.source, boundary),
  named('channel', hit.channel, boundary),
];

/** An item without a time of its own shows when it was stored. */
const savedIfUntimed = ({ timestamp, createdAt }: Pick<Hit, 'timestamp' | 'createdAt'>) =>
  timestamp !== null || createdAt === 0 ? undefined : `saved ${timeOf(createdAt)}`;

const placeOf = (message: RecentMessage, boundary: string) =>
  joined(' ', [named('channel', message.channel, boundary), named('session', message.sessionKey, boundary)]) ||
  undefined;

const TAGS_SHOWN = 12;
const NAME_CHARS = 120;

const listOf = (texts: readonly string[], boundary: string) =>
  `[${texts.map((text) => quoted(text, boundary)).join(',')}]`;

const named = (name: string, value: string | null, boundary: string) =>
  value === null ? undefined : `${name} ${quoted(value, boundary)}`;

/** Names are quoted as JSON strings, so that none can pass for a field beside it. */
const quoted = (value: string, boundary: string) =>
  JSON.stringify(neutraliseLine(firstOf(value, NAME_CHARS), boundary));

const quotedIfAny = (value: string | null, boundary: string) => (value === null ? undefined : quoted(value, boundary));

const roleOf = (role: string, boundary: string) => neutraliseWord(role, boundary).replace(/[.:]/g, '_');

const timeOf = (ms: number | null) => (ms !== null && ms > 0 && ms <= 8.64e15 ? new Date(ms).toISOString() : 'unknown');

const joined = (glue: string, parts: readonly (string | undefined)[]) =>
  parts.filter((part) => part !== undefined).join(glue);

/** The text of an item within its share: whole, from the start, or around the passage that was found. */
function bodyOf(item: OpenItem, textMax: number, boundary: string): string[] {
  return withNotes(
    item,
    passageOf(item, textMax, (text) => neutraliseText(text, boundary)),
  );
}

function withNotes({ id, content, cut }: Pick<OpenItem, 'id' | 'content' | 'cut'>, passage: Passage): string[] {
  const { from, to, of } = placeIn({ content, cut }, passage);
  return [
    ...(from > 0 ? [`… cut, ${from} characters before this; id ${id}`] : []),
    ...(passage.shown === '' && of > 0 ? [] : [passage.shown]),
    ...(to < of ? [cutAfter(id, { count: of - to, from: to })] : []),
  ];
}

const cutAfter = (id: string, { count, from }: { count: number; from: number }) =>
  `… cut, ${count} more characters; id ${id}, from ${from}`;

const SEARCH_NAMES: Record<RetrieverName, string> = {
  words: 'word search',
  vectors: 'vector search',
  graph: 'the graph',
};

const REASONS: Record<EmptyReason, string> = {
  'nothing-stored': 'nothing is stored here yet',
  'no-match': 'no stored item matches',
  'below-min-score': 'all that matched was below the asked minimum score',
  'foreign-topic': 'nothing stored is about this topic',
  'filtered-out': 'nothing that fits passes the filter',
};

const whyNone = (reason: EmptyReason, emptiedBy: readonly NarrowingField[]): string =>
  `${REASONS[reason]} (${emptiedBy.length === 0 ? reason : emptiedBy.join(', ')})`;

function notesOf({
  hits,
  searched,
  degraded = [],
  reason,
  emptiedBy = [],
  nextStep,
  flags = [],
  boundary,
}: {
  hits: readonly Hit[];
  searched?: readonly SearchedText[] | undefined;
  degraded?: readonly RetrieverName[] | undefined;
  reason?: EmptyReason | undefined;
  emptiedBy?: readonly NarrowingField[] | undefined;
  nextStep?: string | undefined;
  flags?: readonly Flag[] | undefined;
  boundary: string;
}): string[] {
  const missing = degraded.map((name) => SEARCH_NAMES[name]).join(' and ');
  const isTold = searched !== undefined && (hits.length === 0 || searched.length < searchedTexts.length);
  return [
    ...(isTold ? [`Note: ${searchedLine(searched)}`] : []),
    ...(missing ? [`Note: degraded answer, ${missing} did not respond; there can be more than is shown.`] : []),
    ...flags.map((flag) => flagged(flag, boundary)),
    ...(hits.length === 0 ? [`Note: nothing found${reason ? `, ${whyNone(reason, emptiedBy)}` : ''}.`] : []),
    ...(nextStep === undefined ? [] : [`Note: ${neutraliseLine(nextStep, boundary)}`]),
  ];
}

/** Names stand in a note as they do everywhere: quoted and cut, so that none can speak for Cairn. */
const flagged = (flag: Flag, boundary: string): string => `Note: ${flagNotes[flag.code](flag as never, boundary)}`;

const flagNotes: {
  readonly [Code in Flag['code']]: (flag: Extract<Flag, { code: Code }>, boundary: string) => string;
} = {
  'said-by-another': ({ asked, by }, boundary) =>
    `asked of ${quoted(asked, boundary)}, but what fits best was said by ${quoted(by, boundary)}.`,
  'vectors-behind': () => 'something stored lately is not indexed by meaning yet; it is found by its words only.',
  contradiction: ({ ids, between }, boundary) => {
    const values = between ? ` (${between.map((value) => quoted(value, boundary)).join(' / ')})` : '';
    return `items ${ids.map((id) => neutraliseWord(id, boundary)).join(' and ')} contradict each other${values}; say so, or ask which is right.`;
  },
};

function endOf(boundary: string, leftOut: number): string {
  const end = `[[cairn:${boundary} end]]`;
  return leftOut === 0 ? end : `${end}\n${leftOut} more ${leftOut === 1 ? 'item' : 'items'} left out: no room.`;
}

interface Entry {
  /** Absent where the entry beside it says where the text is from. */
  readonly id?: string;
  readonly about: string;
  readonly text: string;
}

function renderEntries(
  answer: Frame & {
    readonly notes: readonly string[];
    readonly entries: readonly Entry[];
    readonly keep: 'first' | 'last';
  },
): string {
  const boundary = requireBoundary(answer.boundary);
  const notes = answer.notes.map((note) => `Note: ${neutraliseLine(note, boundary)}`);
  const opening = [...headerOf(boundary), `## ${neutraliseLine(answer.heading, boundary)}`, ...notes, ''];
  const lines = answer.entries.map(
    ({ id, about, text }, at) =>
      `${at + 1}. ${id === undefined ? '' : `(id ${neutraliseWord(id, boundary)}) `}${neutraliseLine(about, boundary)}: ${neutraliseLine(text, boundary)}`,
  );
  const room =
    (answer.budgetChars ?? Number.MAX_SAFE_INTEGER) - opening.join('\n').length - endOf(boundary, 1_000_000).length - 1;
  const shown = answer.keep === 'first' ? fill(lines, room) : fill(lines.toReversed(), room).reverse();
  return [...opening, ...shown, endOf(boundary, lines.length - shown.length)].join('\n');
}

function fill(lines: readonly string[], room: number): string[] {
  let left = room;
  const past = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return lines.slice(0, past < 0 ? lines.length : past);
}

function figuresOf({ memories, messages, notes, index }: StatsResponse): string[] {
  const counts = (by: Record<string, number>) =>
    Object.entries(by)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  return [
    `memories ${memories.total}, archived ${memories.archived}, mean strength ${memories.meanStrength.toFixed(2)}, new in 24 h ${memories.last24h}`,
    `by store: ${counts(memories.byStore) || 'none'}`,
    `by category: ${counts(memories.byCategory) || 'none'}`,
    `messages ${messages.total}, new in 24 h ${messages.last24h}, channels ${messages.channels}, sessions ${messages.sessions}`,
    `notes ${notes.total} in ${notes.sections} sections, new or changed in 24 h ${notes.last24h}, workspaces ${notes.workspaces}`,
    `index: waiting for words ${index.pending.words}, for vectors ${index.pending.vectors}; dead ${index.dead.words} and ${index.dead.vectors}; without a model ${index.off.vectors}`,
  ];
}
