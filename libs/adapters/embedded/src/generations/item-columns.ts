import { channelsOf, closedChannelsOf, EVERYONE, excludesMessages, isValidAt, type Filter } from '@cairn/domain';
import { OwnColumns, type Bounds, type ColumnStore, type Field } from './column-store.ts';
import type { FilteredFields, ReaderFields } from './filtered-fields.ts';
import type { TagSets } from './tag-sets.ts';
import { NO_NAME_NUMBER, UNKNOWN_NAME_NUMBER, type Names } from './names.ts';

/** Values of the column `state`: active, proposed, or archived and superseded. */
const STATE_ACTIVE = 0;
const STATE_PROPOSED = 1;
const STATE_ENDED = 2;

const stateNumberOf = (state: string): number =>
  state === 'active' ? STATE_ACTIVE : state === 'proposed' ? STATE_PROPOSED : STATE_ENDED;

/** Range of time (epoch ms) in which the set of valid rows does not change. */
export interface Span {
  readonly from: number;
  /** End of the range, exclusive. */
  readonly to: number;
}

/** Slots to score: a list of slots, or a range of them. */
export type Slots = Uint32Array | { readonly first: number; readonly count: number };

/** Rows that have vectors. The chunks of a row are at the positions from `starts` to `ends` in the scored `slots`. */
export interface Selection {
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly slots: Slots;
}

/**
 * Minimum share of needed slots in a range of a size at which scoring the whole range costs less than scoring a list of slots.
 * In a cache of the processor, a slot of a range takes .012 us and one of a list .015 to .02. In memory they take .015 and
 * .06 to .13, since a range is read ahead.
 */
const denseShareMin = (slots: number): number => (slots < CACHED_SLOTS ? 0.65 : slots < 4 * CACHED_SLOTS ? 0.3 : 0.15);
/** Number of slots that caches hold, of 400 bytes each. */
const CACHED_SLOTS = 20_000;

/**
 * Columns of numbers by which filters select the items of one organisation and kind. Rows have no gaps: if a row is
 * removed, the last row fills its place.
 */
export class ItemColumns {
  private readonly names: Names;
  private readonly tagSets: TagSets;
  private readonly store: ColumnStore;
  private readonly everyone: number;

  constructor(names: Names, tagSets: TagSets, store: ColumnStore = new OwnColumns()) {
    this.names = names;
    this.tagSets = tagSets;
    this.store = store;
    this.everyone = names.numberOf(EVERYONE);
  }

  get size(): number {
    return this.store.size;
  }

  /** Adds a row and returns its index. */
  add(entry: FilteredFields, slots: { first: number; count: number }): number {
    return this.prepare(entry)(slots);
  }

  /**
   * Makes room for a row (`rows` in all, afterwards), and returns the function that adds it. Only the first can fail for want of memory, so that whoever
   * replaces a row takes out the former one in between.
   */
  prepare(entry: FilteredFields, rows = this.size + 1): (slots: { first: number; count: number }) => number {
    const { store } = this;
    const bounds = boundsOf(entry);
    store.reserve(rows, bounds ? 1 : 0);
    const numberOf = (name: string | null) => (name === null ? NO_NAME_NUMBER : this.names.numberOf(name));
    const reader = numberOf(entry.reader);
    const channel = numberOf(entry.channel);
    const subchannel = numberOf(entry.subchannel);
    const session = numberOf(entry.sessionKey);
    const itsStore = numberOf(entry.store);
    const category = numberOf(entry.category);
    const tags = this.tagSets.numberOf(entry.tags);
    const knowledgeBase = numberOf(entry.knowledgeBase);
    const subject = numberOf(entry.subject);
    const attribute = numberOf(entry.attribute);
    return ({ first, count }) => {
      const row = store.size++;
      const { columns } = store;
      columns.first[row] = first;
      columns.count[row] = count;
      columns.reader[row] = reader;
      columns.channel[row] = channel;
      columns.subchannel[row] = subchannel;
      columns.session[row] = session;
      columns.store[row] = itsStore;
      columns.category[row] = category;
      columns.tags[row] = tags;
      columns.knowledgeBase[row] = knowledgeBase;
      columns.subject[row] = subject;
      columns.attribute[row] = attribute;
      columns.state[row] = stateNumberOf(entry.state);
      store.times[row] = entry.effectiveAt;
      store.setBounds(row, bounds);
      return row;
    };
  }

  /** Removes a row; the last row moves to its place. */
  remove(row: number): void {
    const { store } = this;
    const { columns, times } = store;
    const last = store.size - 1;
    for (const column of Object.values(columns)) column[row] = column[last] as number;
    times[row] = times[last] as number;
    const bounds = store.boundsOf(last);
    store.setBounds(last, undefined);
    if (row !== last) store.setBounds(row, bounds);
    store.size = last;
  }

  slotsOf(row: number): { first: number; count: number } {
    return { first: this.store.columns.first[row] as number, count: this.store.columns.count[row] as number };
  }

  /** Returns the reader words of a scope that have had rows. Scopes with equal results see the same rows. */
  keysOf({ readers }: ReaderFields): number[] {
    return readers.map((reader) => this.names.find(reader)).filter((reader) => reader !== UNKNOWN_NAME_NUMBER);
  }

  /** Returns the channels that have rows and are closed to a scope. */
  closedTo(scope: ReaderFields): number[] {
    return closedChannelsOf(scope)
      .map((channel) => this.names.find(channel))
      .filter((channel) => channel !== UNKNOWN_NAME_NUMBER);
  }

  /** Tells whether everyone in the organisation may read a row, if its channel is open to them. */
  isOpen(row: number): boolean {
    return this.store.columns.reader[row] === this.everyone;
  }

  /** Returns a test whether the channel of a row is closed to a scope; undefined if no channel is. */
  closedTest(scope: ReaderFields): ((row: number) => boolean) | undefined {
    const closed = new Set(this.closedTo(scope));
    const { channel } = this.store.columns;
    return closed.size === 0 ? undefined : (row) => closed.has(channel[row] as number);
  }

  /** Returns a test whether a scope sees a row, whatever its state. */
  visibleTest(scope: ReaderFields): (row: number) => boolean {
    const { reader, channel } = this.store.columns;
    const closed = new Set(this.closedTo(scope));
    const mine = new Set([this.everyone, ...this.keysOf(scope)]);
    return (row) => mine.has(reader[row] as number) && !closed.has(channel[row] as number);
  }

  /** Returns the range around a time in which the set of valid rows does not change. */
  spanAround(at: number): Span {
    let [from, to] = [-Infinity, Infinity];
    for (const { validFrom, validTo } of this.store.allBounds()) {
      for (const bound of [validFrom, validTo]) {
        if (bound === null) continue;
        if (bound <= at) from = Math.max(from, bound);
        else to = Math.min(to, bound);
      }
    }
    return { from, to };
  }

  /** Selects the rows that have vectors, and the slots to score for them. */
  select(all: Uint32Array): Selection {
    const { rows, least, end, total } = this.withVectors(all);
    return total > 0 && total >= denseShareMin(end - least) * (end - least)
      ? this.range(rows, least, end)
      : this.list(rows, total);
  }

  /**
   * Returns the rows that have vectors, the range of their slots, and the number of their slots. The code uses loops,
   * since callbacks take ten times as long.
   */
  private withVectors(all: Uint32Array) {
    const { first, count } = this.store.columns;
    const rows = new Uint32Array(all.length);
    let [kept, least, end, total] = [0, 2 ** 30, 0, 0];
    for (let index = 0; index < all.length; index++) {
      const row = all[index] as number;
      const [from, size] = [first[row] as number, count[row] as number];
      if (size === 0) continue;
      rows[kept++] = row;
      total += size;
      if (from < least) least = from;
      if (from + size > end) end = from + size;
    }
    return { rows: kept < all.length ? rows.slice(0, kept) : rows, least, end, total };
  }

  private range(rows: Uint32Array, least: number, end: number): Selection {
    const { first, count } = this.store.columns;
    const [starts, ends] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
    for (let index = 0; index < rows.length; index++) {
      const start = (first[rows[index] as number] as number) - least;
      starts[index] = start;
      ends[index] = start + (count[rows[index] as number] as number);
    }
    return { rows, starts, ends, slots: { first: least, count: end - least } };
  }

  private list(rows: Uint32Array, total: number): Selection {
    const { first, count } = this.store.columns;
    const [starts, ends] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
    const slots = new Uint32Array(total);
    for (let index = 0, at = 0; index < rows.length; index++) {
      const row = rows[index] as number;
      starts[index] = at;
      const until = (ends[index] = at + (count[row] as number));
      for (let slot = first[row] as number; at < until; at++) slots[at] = slot++;
    }
    return { rows, starts, ends, slots };
  }

  /**
   * Returns the rows that `isVisible` and `matchesFilter` accept, either from `among` or from all rows. Each condition
   * narrows the result of the condition before it.
   */
  rowsFor(scope: ReaderFields, filter: Filter, among?: Uint32Array): Uint32Array {
    let rows = this.visible(scope, filter, among ?? createRowSequence(this.size));
    for (const condition of this.conditions(filter)) rows = filterRows(rows, condition);
    return rows;
  }

  /** Returns a test whether `rowsFor` would keep a row, for those who ask about few of many rows. */
  testFor(scope: ReaderFields, filter: Filter): (row: number) => boolean {
    const countVisible = this.visibility(scope, filter);
    const conditions = [...this.conditions(filter)];
    const one = new Uint32Array(1);
    return (row) => {
      one[0] = row;
      return countVisible(one) === 1 && conditions.every((condition) => condition(row));
    };
  }

  private visible(scope: ReaderFields, filter: Filter, rows: Uint32Array): Uint32Array {
    return rows.subarray(0, this.visibility(scope, filter)(rows));
  }

  /**
   * Applies the conditions that nearly every search has, in one loop for speed: moves the rows that meet them to the start,
   * and returns their number.
   */
  private visibility(scope: ReaderFields, filter: Filter): (rows: Uint32Array) => number {
    const { state, reader, channel } = this.store.columns;
    const isEndedKept = filter.includeArchived === true || filter.asOf !== undefined;
    const isProposedKept = filter.includeProposed === true;
    const { everyone } = this;
    const closed = new Set(this.closedTo(scope));
    const mine = new Set(this.keysOf(scope));
    return (rows) => {
      let kept = 0;
      for (let index = 0; index < rows.length; index++) {
        const row = rows[index] as number;
        if (state[row] === STATE_ENDED && !isEndedKept) continue;
        if (state[row] === STATE_PROPOSED && !isProposedKept) continue;
        if (reader[row] !== everyone && !mine.has(reader[row] as number)) continue;
        if (closed.size > 0 && closed.has(channel[row] as number)) continue;
        rows[kept++] = row;
      }
      return kept;
    };
  }

  private *conditions(filter: Filter): Generator<(row: number) => boolean> {
    const { times } = this.store;
    const { sinceMs = 0, untilMs = Infinity, asOf } = filter;
    yield* filter.kind === 'message' ? this.messageConditions(filter) : this.memoryConditions(filter);
    if (sinceMs > 0) yield (row) => (times[row] as number) >= sinceMs;
    if (untilMs < Infinity) yield (row) => (times[row] as number) <= untilMs;
    if (asOf !== undefined) yield this.stoodAt(asOf, filter.includeArchived === true);
  }

  private stoodAt(at: number, areAllStates: boolean): (row: number) => boolean {
    const { store } = this;
    const { times } = store;
    const { state } = store.columns;
    return (row) => {
      const { validFrom = null, activeFrom = null, activeTo = null } = store.boundsOf(row) ?? {};
      if ((validFrom ?? (times[row] as number)) > at || (activeFrom ?? at) > at) return false;
      return areAllStates || state[row] !== STATE_ENDED || (activeTo ?? -Infinity) > at;
    };
  }

  private holdsAt(at: number): (row: number) => boolean {
    const { store } = this;
    return (row) => {
      const bound = store.boundsOf(row);
      return bound === undefined || isValidAt(bound, at);
    };
  }

  private *memoryConditions(filter: Filter): Generator<(row: number) => boolean> {
    const { channel } = this.store.columns;
    if (filter.channel !== undefined) {
      const isAsked = this.isOneOf('channel', channelsOf(filter));
      yield (row) => channel[row] === NO_NAME_NUMBER || isAsked(row);
    }
    if (filter.workspaceId !== undefined) yield this.isOneOf('subchannel', [filter.workspaceId]);
    if (filter.noteIds) yield this.isOneOf('session', filter.noteIds);
    if (filter.stores?.length) yield this.isOneOf('store', filter.stores);
    if (filter.categories?.length) yield this.isOneOf('category', filter.categories);
    if (filter.tags?.length) yield this.tagTest(filter);
    yield* this.aboutConditions(filter);
  }

  private *aboutConditions(filter: Filter): Generator<(row: number) => boolean> {
    if (filter.knowledgeBases?.length) yield this.isOneOf('knowledgeBase', filter.knowledgeBases);
    if (filter.subject !== undefined) yield this.isOneOf('subject', [filter.subject]);
    if (filter.attribute !== undefined) yield this.isOneOf('attribute', [filter.attribute]);
    for (const at of [filter.holdsAt, filter.asOf])
      if (at !== undefined && this.store.hasBounds) yield this.holdsAt(at);
  }

  private *messageConditions(filter: Filter): Generator<(row: number) => boolean> {
    if (excludesMessages(filter)) yield () => false;
    if (filter.channel !== undefined) yield this.isOneOf('channel', channelsOf(filter));
    if (filter.subchannel !== undefined) yield this.isOneOf('subchannel', [filter.subchannel]);
    if (filter.sessionKey !== undefined) yield this.isOneOf('session', [filter.sessionKey]);
  }

  private isOneOf(field: Field, names: readonly string[]): (row: number) => boolean {
    const column = this.store.columns[field];
    const wanted = new Set(names.map((name) => this.names.find(name)));
    const [only] = wanted;
    if (wanted.size === 1) return (row) => column[row] === only;
    return (row) => wanted.has(column[row] as number);
  }

  /** Returns a test of tags, which looks only at sets that rows have: other organisations may have many more. */
  private tagTest(filter: Filter): (row: number) => boolean {
    const { tags } = this.store.columns;
    const tested = new Map<number, boolean>();
    return (row) => {
      const number = tags[row] as number;
      const known = tested.get(number);
      if (known !== undefined) return known;
      const isHit = matchesTags(this.tagSets.at(number), filter);
      tested.set(number, isHit);
      return isHit;
    };
  }
}

function boundsOf({ validFrom, validTo, activeFrom, activeTo }: FilteredFields): Bounds | undefined {
  const isUnbounded = validFrom === null && validTo === null && activeFrom === null && activeTo === null;
  return isUnbounded ? undefined : { validFrom, validTo, activeFrom, activeTo };
}

function createRowSequence(size: number): Uint32Array {
  const rows = new Uint32Array(size);
  for (let row = 0; row < size; row++) rows[row] = row;
  return rows;
}

/** Keeps the rows that meet a condition. The list is changed in place, since the caller owns it. */
function filterRows(rows: Uint32Array, condition: (row: number) => boolean): Uint32Array {
  let kept = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    if (condition(row)) rows[kept++] = row;
  }
  return rows.subarray(0, kept);
}

function matchesTags(set: readonly string[], { tags = [], tagMatch }: Filter): boolean {
  return tagMatch === 'all' ? tags.every((tag) => set.includes(tag)) : tags.some((tag) => set.includes(tag));
}
