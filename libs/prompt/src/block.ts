import {
  describeSearchedTexts,
  searchedTexts,
  type SearchedText,
  type Detail,
  type EmptyReason,
  type Flag,
  type RetrieverName,
  type NarrowingField,
  type RecentMessage,
  type StatsResponse,
} from '@cairn/contracts';
import { headerOf, requireBoundary } from './boundary.ts';
import { beginningOf, passageFrom, passageOf, type Passage } from './cut.ts';
import {
  HEADER_SEPARATOR,
  headerOfItem,
  idOf,
  lineOfFormer,
  linesOfLinks,
  linesOfStates,
  placeOf,
  isStrong,
  quoteName,
  messageHead,
  sharedFields,
  shownId,
  strengthOf,
  titleLine,
  type RenderedItem,
  type RenderableHit,
  type StatedBefore,
} from './header.ts';
import { neutraliseLine, neutraliseText, escapeForJson } from './neutralise.ts';
import { rangeOfWhole, type CutText } from './framed-answer.ts';
import { MessageHeads } from './message-heads.ts';
import { shareBudget } from './share.ts';

/** Default budget of a block, in characters. */
export const BLOCK_CHARS = 12_000;

/** Maximum number of characters of a message on a line of `renderRecent`; the JSON next to the block has the whole text. */
const RECENT_LINE_CHARS = 200;

interface Frame {
  readonly heading: string;
  /** Mark from `newBoundary()`, new for each answer. */
  readonly boundary: string;
  /** Budget of the whole block, in characters. The frame is always included, so a budget below about 500 shows no item. */
  readonly budgetChars?: number | undefined;
}

/** Renders hits of a recall or a search, best first, as a block of quoted text. Long texts are cut; hits that do not fit are counted. */
export function renderHits(
  answer: Frame & {
    readonly hits: readonly RenderableHit[];
    /** Kinds of text that were searched. The block names them if some kinds were not searched, or if nothing was found. */
    readonly searched?: readonly SearchedText[] | undefined;
    readonly degraded?: readonly RetrieverName[] | undefined;
    readonly reason?: EmptyReason | undefined;
    readonly emptiedBy?: readonly NarrowingField[] | undefined;
    readonly nextStep?: string | undefined;
    readonly flags?: readonly Flag[] | undefined;
    readonly detail?: Detail | undefined;
    /** Scores of the further hits that a higher limit would show. */
    readonly more?: readonly number[] | undefined;
  },
): string {
  const boundary = requireBoundary(answer.boundary);
  const ofAll = answer.detail === 'titles' ? [] : sharedFields(answer.hits, boundary);
  const heading = `## ${neutraliseLine(answer.heading, boundary)}${ofAll.length === 0 ? '' : `${HEADER_SEPARATOR}all: ${ofAll.join(', ')}`}`;
  const opening = [...headerOf(boundary), heading, ...notesOf(answer), ''];
  const room =
    (answer.budgetChars ?? BLOCK_CHARS) -
    opening.join('\n').length -
    endOf(boundary, 1_000_000).length -
    FRAME_ROOM_CHARS;
  if (answer.detail === 'titles') return titlesBlock(answer.hits, { opening, room, boundary });
  const ids = new Set(answer.hits.map(idOf));
  const items = answer.hits.map((hit, at) =>
    itemOf(hit, at + 1, boundary, {
      ofAll,
      shown: new Set([...ids, ...answer.hits.slice(0, at).flatMap(linkedIds)]),
      strength: at === 0 ? undefined : strengthOf(answer.hits[at - 1]!.score),
    }),
  );
  const { shown, textMax } = shareBudget(
    room,
    items.map(({ fixed, content }) => ({ fixed, text: textLengthOf(content, room, boundary) })),
  );
  const blocks = items.slice(0, shown).flatMap((item) => shownItem(item, textMax, boundary));
  return [...opening, ...blocks, endOf(boundary, items.length - shown)].join('\n');
}

/** Characters reserved for the frame and for the numeric fields that a tool sends with the block. */
const FRAME_ROOM_CHARS = 250;

/**
 * Ids of memories of the same subject that the lines below a hit may name. Such an id is named only once in the block.
 */
const linkedIds = (hit: RenderableHit): readonly string[] =>
  hit.kind === 'memory'
    ? (hit.associations ?? []).filter(({ relation }) => relation === 'same subject').map(({ memoryId }) => memoryId)
    : [];

interface TitlesFrame {
  readonly opening: readonly string[];
  readonly room: number;
  readonly boundary: string;
}

function titlesBlock(hits: readonly RenderableHit[], { opening, room, boundary }: TitlesFrame): string {
  const lines = hits.map((hit, at) => titleLine(hit, at + 1, boundary));
  const shown = fitLines(lines, room);
  return [...opening, ...shown, endOf(boundary, lines.length - shown.length)].join('\n');
}

/**
 * Length of a text after neutralising, which can lengthen or shorten it. A text longer than the room is not neutralised: its
 * length counts as the whole room.
 */
const textLengthOf = (content: string, room: number, boundary: string) =>
  content.length > room ? Math.max(0, room) : neutraliseText(content, boundary).length;

/**
 * Renders one item with a part of its text that begins at `from`, to continue an answer that was cut. `to` is the start of the
 * next part.
 */
export function renderPage(page: Frame & { readonly item: RenderedItem; readonly from: number }): {
  readonly block: string;
  readonly to: number;
} {
  const { item, from } = page;
  const boundary = requireBoundary(page.boundary);
  const opened = itemOf(item, 1, boundary);
  const before = [...headerOf(boundary), `## ${neutraliseLine(page.heading, boundary)}`, ''];
  const room =
    (page.budgetChars ?? BLOCK_CHARS) - before.join('\n').length - opened.fixed - endOf(boundary, 0).length - 2;
  const textMax = Math.max(PAGE_CHARS_MIN, room);
  const { to } = passageFrom(item.content, { from, textMax }, (text) =>
    pickLongerText(neutraliseText(text, boundary), escapeForJson(text)),
  );
  const shown = neutraliseText(item.content.slice(from, to), boundary);
  return {
    block: [...before, ...withText({ ...opened, cut: undefined }, { from, to, shown }), endOf(boundary, 0)].join('\n'),
    to,
  };
}

/**
 * Returns the longer of two renderings. The JSON next to the block contains the same part of the text, in which
 * different characters need escapes.
 */
const pickLongerText = (one: string, other: string) => (other.length > one.length ? other : one);

/** Minimum length of a part in characters, so that a caller who reads part after part always makes progress. */
const PAGE_CHARS_MIN = 100;

interface Line {
  readonly place: string;
  /** Longest possible rendering of the message. */
  readonly text: string;
  readonly message: ListedMessage;
}

type ListedMessage = RecentMessage & { readonly isFound?: boolean };

/**
 * Renders messages, oldest first, one per line, under a heading wherever channel or session changes. If not all
 * messages fit, the first messages are left out, or with `keep: 'first'` the last messages. The block's heading
 * contains the id of the first shown message, by which the block is recognised later.
 */
export function renderRecent(
  answer: Frame & {
    readonly messages: readonly ListedMessage[];
    readonly keep?: 'first' | 'last';
    readonly notes?: readonly string[];
  },
): string {
  const boundary = requireBoundary(answer.boundary);
  const { messages, keep = 'last', notes = [] } = answer;
  const heading = `## ${neutraliseLine(answer.heading, boundary)}`;
  const nothing = messages.length === 0 ? ['No message matches.'] : [];
  const noteLines = [...notes, ...nothing].map((note) => `Note: ${neutraliseLine(note, boundary)}`);
  const opening = [...headerOf(boundary), heading, ...noteLines, ''];
  const room =
    (answer.budgetChars ?? Number.MAX_SAFE_INTEGER) -
    opening.join('\n').length -
    endOf(boundary, 1_000_000).length -
    ID_CHARS_RESERVED;
  const lines = messages.map((message) => ({
    message,
    place: placeOf(message, boundary),
    text: `${message.isFound ? '* ' : ''}${messageHead(message, boundary)}${textOf(message, boundary)}`,
  }));
  const shown = keep === 'first' ? takeFitting(lines, room) : takeFitting(lines.toReversed(), room).reverse();
  const first = messages[keep === 'first' ? 0 : messages.length - shown.length];
  const channel = channelOfAll(shown);
  const fullHeading =
    shown.length > 0 && first
      ? [
          heading,
          ...(channel === undefined ? [] : [placeOf({ channel }, boundary).trim()]),
          `first id ${shownId(first._id, boundary)}`,
        ].join(HEADER_SEPARATOR)
      : heading;
  const framed = opening.map((line) => (line === heading ? fullHeading : line));
  return [...framed, ...groupUnderHeadings(shown, boundary), endOf(boundary, lines.length - shown.length)].join('\n');
}

const ID_CHARS_RESERVED = 300;

/** Channel of all messages; undefined when they differ. */
function channelOfAll(lines: readonly Line[]): string | undefined {
  const [channel, ...others] = new Set(lines.map(({ message }) => message.channel));
  return others.length === 0 ? (channel ?? undefined) : undefined;
}

const placeHeading = (place: string, missing = 'channel') => `###${place === '' ? ` no ${missing}` : place}`;

/** Takes lines from the start as long as the lines and their headings fit. */
function takeFitting(lines: readonly Line[], room: number): Line[] {
  let left = room;
  const past = lines.findIndex(({ place, text }, at) => {
    const heading = at > 0 && lines[at - 1]!.place === place ? 0 : placeHeading(place).length + 1;
    return (left -= text.length + 1 + heading) < 0;
  });
  return lines.slice(0, past < 0 ? lines.length : past);
}

function groupUnderHeadings(lines: readonly Line[], boundary: string): string[] {
  const heads = new MessageHeads(
    lines.map(({ message }) => message),
    boundary,
  );
  const isOfOne = channelOfAll(lines) !== undefined;
  const missing = isOfOne ? 'session' : 'channel';
  const places = lines.map(({ place, message: { sessionKey } }) =>
    isOfOne ? placeOf({ sessionKey }, boundary) : place,
  );
  return lines.flatMap(({ message }, at) => {
    const place = places[at]!;
    const isNew = at === 0 ? place !== '' : places[at - 1] !== place;
    const line = `${heads.render(message, isNew)}${textOf(message, boundary)}`;
    return isNew ? [placeHeading(place, missing), line] : [line];
  });
}

/** Text of a message on one line. If the text is cut, the message's id follows. */
function textOf({ content, _id }: RecentMessage, boundary: string): string {
  const text = neutraliseLine(beginningOf(content, RECENT_LINE_CHARS), boundary);
  return content.length > RECENT_LINE_CHARS ? `${text} (id ${shownId(_id, boundary)})` : text;
}

/** Renders the counts of stored items and the strongest memories. */
export function renderStats(answer: Frame & { readonly stats: StatsResponse }): string {
  const { stats } = answer;
  return renderEntries({
    ...answer,
    notes: figuresOf(stats),
    keep: 'first',
    entries: stats.strongest.map(({ memoryId, title, strength }) => ({
      id: memoryId,
      about: `strength ${strength.toFixed(2)}`,
      text: beginningOf(title, RECENT_LINE_CHARS),
    })),
  });
}

/** Renders a block of quoted lines under a heading and notes. If not all lines fit, the last are left out. */
export function renderList(
  answer: Frame & {
    readonly notes: readonly string[];
    readonly entries: readonly Entry[];
    readonly degraded?: readonly RetrieverName[];
  },
): string {
  const notes = [...notesOfDegraded(answer.degraded ?? []), ...answer.notes];
  return renderEntries({ ...answer, notes, keep: 'first' });
}

interface OpenItem {
  /** Header line; for a message, time and speaker follow. */
  readonly opening: string;
  readonly content: string;
  readonly excerpt: { from: number; to: number } | undefined;
  /** Range of `content` within the whole text; undefined if `content` is the whole text. */
  readonly cut: CutText | undefined;
  readonly links: readonly string[];
  /** Characters of the item in addition to its text: header, links, line breaks and room for the notes about a cut. */
  readonly fixed: number;
}

function itemOf(hit: RenderedItem, place: number, boundary: string, stated?: StatedBefore): OpenItem {
  const header = headerOfItem(hit, place, boundary, stated);
  const opening = hit.kind === 'message' ? `${header}\n${messageHead(hit, boundary)}` : `${header}\n`;
  const links = [
    ...(hit.kind === 'memory' ? linksOf(hit, place, boundary, stated?.shown) : []),
    ...(hit.former ? [lineOfFormer(hit.former, boundary)] : []),
  ];
  const fixed = opening.length + links.join('\n').length + links.length + 2 + CUT_NOTES_ROOM_CHARS;
  const { content, excerpt, cut } = hit;
  return { opening, content, excerpt, cut, links, fixed };
}

/**
 * Renders an item's relations and links. A weak hit after the first position shows only the memories that supersede it
 * or that it supersedes, since other memories of its subject lead further away from the question.
 */
function linksOf(
  { states = [], associations = [], score }: Extract<RenderedItem, { kind: 'memory' }>,
  place: number,
  boundary: string,
  shown?: ReadonlySet<string>,
): string[] {
  const isNear = place === 1 || score === undefined || isStrong(score);
  const told = isNear ? associations : associations.filter(({ relation }) => relation !== 'same subject');
  return [...linesOfStates(states, boundary), ...linesOfLinks(told, boundary, shown)];
}

/** Characters reserved for the notes that tell how much was cut before and after a text. */
const CUT_NOTES_ROOM_CHARS = 100;

/**
 * Renders an item with `textMax` characters of its text: the whole text, its beginning, or the surroundings of the found
 * passage.
 */
function shownItem(item: OpenItem, textMax: number, boundary: string): string[] {
  return withText(
    item,
    passageOf(item, textMax, (text) => neutraliseText(text, boundary)),
  );
}

function withText({ opening, content, cut, links }: OpenItem, passage: Passage): string[] {
  const { from, to, of } = rangeOfWhole({ content, cut }, passage);
  const before = from > 0 ? `… cut, ${from} characters before this\n` : '';
  return [
    `${opening}${before}${passage.shown}`,
    ...(to < of && passage.shown !== '' ? [`… cut, ${of - to} more characters, from ${to}`] : []),
    ...links,
    '',
  ];
}

const SEARCH_NAMES: Record<RetrieverName, string> = {
  words: 'word search',
  vectors: 'vector search',
  graph: 'the graph',
};

const REASON_TEXTS: Record<EmptyReason, string> = {
  'nothing-stored': 'nothing is stored here yet',
  'no-match': 'no stored item matches',
  'below-min-score': 'all that matched was below the asked minimum score',
  'foreign-topic': 'nothing stored is about this topic',
  'filtered-out': 'nothing that fits passes the filter',
};

const explainNoHits = (reason: EmptyReason, emptiedBy: readonly NarrowingField[]): string =>
  `${REASON_TEXTS[reason]} (${emptiedBy.length === 0 ? reason : emptiedBy.join(', ')})`;

function notesOf({
  hits,
  searched,
  degraded = [],
  reason,
  emptiedBy = [],
  nextStep,
  flags = [],
  more = [],
  boundary,
}: {
  hits: readonly RenderableHit[];
  searched?: readonly SearchedText[] | undefined;
  degraded?: readonly RetrieverName[] | undefined;
  reason?: EmptyReason | undefined;
  emptiedBy?: readonly NarrowingField[] | undefined;
  nextStep?: string | undefined;
  flags?: readonly Flag[] | undefined;
  more?: readonly number[] | undefined;
  boundary: string;
}): string[] {
  const isTold = searched !== undefined && (hits.length === 0 || searched.length < searchedTexts.length);
  return [
    ...(isTold ? [`Note: ${describeSearchedTexts(searched)}`] : []),
    ...notesOfDegraded(degraded).map((note) => `Note: ${note}`),
    ...flags.map((flag) => warningOf(flag, boundary)),
    ...(hits.length === 0 ? [`Note: nothing found${reason ? `, ${explainNoHits(reason, emptiedBy)}` : ''}.`] : []),
    ...(nextStep === undefined ? [] : [`Note: ${neutraliseLine(nextStep, boundary)}`]),
    ...(more.length === 0 ? [] : [`Note: ${formatRemainder(more)}: limit ${hits.length + more.length}.`]),
  ];
}

const formatRemainder = (scores: readonly number[]): string =>
  `${scores.length} more${scores.every((score) => !isStrong(score)) ? ` weak ${scores.length === 1 ? 'one' : 'ones'}` : ''}`;

/** Returns a note that names the searches that did not respond; no note if all responded. */
export function notesOfDegraded(degraded: readonly RetrieverName[]): string[] {
  const missing = degraded.map((name) => SEARCH_NAMES[name]).join(' and ');
  return missing ? [`degraded answer, ${missing} did not respond; there can be more than is shown.`] : [];
}

/** Renders a warning. Names in it are quoted and cut, so that no stored name can pass for words of Cairn. */
const warningOf = (flag: Flag, boundary: string): string => `Note: ${flagNotes[flag.code](flag as never, boundary)}`;

const flagNotes: {
  readonly [Code in Flag['code']]: (flag: Extract<Flag, { code: Code }>, boundary: string) => string;
} = {
  'said-by-another': ({ asked, by }, boundary) =>
    `asked of ${quoteName(asked, boundary)}, but what fits best was said by ${quoteName(by, boundary)}.`,
  'foreign-topic': () => 'nothing stored is about this topic; these are only the nearest texts.',
  'nothing-in-channel': ({ channel }, boundary) =>
    `nothing near this question is of the channel ${quoteName(channel, boundary)}, if there is one; these belong to no channel.`,
  unsure: ({ missing }, boundary) =>
    `no item has all that was asked: ${missing.map((word) => quoteName(word, boundary)).join(', ')} stands in none, or apart from the rest. An item may answer in other words; if none does, say so.`,
  'vectors-behind': () => 'something stored lately is not indexed by meaning yet; it is found by its words only.',
  contradiction: ({ ids, between }, boundary) => {
    const values = between ? ` (${between.map((value) => quoteName(value, boundary)).join(' / ')})` : '';
    return `items ${ids.map((id) => shownId(id, boundary)).join(' and ')} contradict each other${values}; say so, or ask which is right.`;
  },
};

function endOf(boundary: string, leftOut: number): string {
  const end = `[[cairn:${boundary} end]]`;
  return leftOut === 0 ? end : `${end}\n${leftOut} more left out: raise budgetChars.`;
}

interface Entry {
  /** Id of the item; absent when the text of the entry itself names the source. */
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
      `${at + 1}. ${id === undefined ? '' : `(id ${shownId(id, boundary)}) `}${neutraliseLine(about, boundary)}: ${neutraliseLine(text, boundary)}`,
  );
  const room =
    (answer.budgetChars ?? Number.MAX_SAFE_INTEGER) - opening.join('\n').length - endOf(boundary, 1_000_000).length - 1;
  const shown = answer.keep === 'first' ? fitLines(lines, room) : fitLines(lines.toReversed(), room).reverse();
  return [...opening, ...shown, endOf(boundary, lines.length - shown.length)].join('\n');
}

function fitLines(lines: readonly string[], room: number): string[] {
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
