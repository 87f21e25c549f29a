import type { Category, ItemId, ItemKind, PrincipalId, Store, TimeRange, Visibility } from '@cairn/contracts';
import { closedChannelsOf, readerOf, type Scope } from '@cairn/domain';
import type { CandidateFeatures } from '@cairn/ports';
import { candidateFeaturesOf, type CandidateFeatureRow, type Passage } from '@cairn/store';
import { enlarged } from '../generations/enlarged.ts';
import type { Database } from '../sqlite/database.ts';
import { ItemIds } from '../words/item-ids.ts';
import { InternedNames } from './interned-names.ts';
import { CHANGES_KEPT, EVERY_ITEM } from './item-change-tables.ts';
import { ReadItems } from './read-items.ts';
import { ReadPassages, type WantedPassage } from './read-passages.ts';
import { SessionChains } from './session-chains.ts';

/** Columns of 32-bit numbers: names by their number, and flags. */
const FIELDS = [
  ...(['org', 'reader', 'channel', 'subchannel', 'speaker', 'role', 'store', 'category', 'project', 'group'] as const),
  ...(['session', 'length', 'turn', 'flags'] as const),
];
type Field = (typeof FIELDS)[number];
type Columns = Record<Field, Int32Array>;
const newColumns = (column: (field: Field) => Int32Array) =>
  Object.fromEntries(FIELDS.map((field) => [field, column(field)])) as Columns;

const KINDS: readonly ItemKind[] = ['message', 'memory', 'note'];
/** Bits of `flags`; the lowest two bits are the place in `KINDS`. */
const KIND_BITS = 3;
const IS_DELETED = 4;
const LACKS_FEATURES = 8;
const IS_REPOSITORY_FILE = 16;
const IS_OF_DEMO = 32;
const MENTIONS = { time: 64, number: 128, name: 256, rule: 512 };
const RELATIONS = { links: 1024, sources: 2048 };
/** Sort of rows beside an item; most items have none of either. */
export type Relation = keyof typeof RELATIONS;
const NO_TURN = -1;

/** Row of an item with what `candidateFeaturesOf` reads and what decides who sees the item. */
type ItemRow = CandidateFeatureRow & {
  readonly seq: number;
  readonly orgId: string;
  readonly principalId: PrincipalId;
  readonly visibility: Visibility;
  readonly state: string;
  /** 1 if a row of `memory_link` names the item. */
  readonly links: number;
  /** 1 if a row of `origin` is of the item or may name the item. */
  readonly sources: number;
};

const HAS_LINKS = `exists (select 1 from memory_link where org_id = item.org_id and newer_id = item.id)
  or exists (select 1 from memory_link where org_id = item.org_id and older_id = item.id)`;
const HAS_SOURCES = `exists (select 1 from origin where item_id = item.id) or exists (select 1 from origin where ref_id = item.id)
  or exists (select 1 from origin where org_id = item.org_id and ref = item.external_id)`;

/** Selects rows. Of many items, relations are not looked up for each, but read by `SELECT_RELATED`. */
const selectRows = (relations: { readonly [Name in Relation]: string }) => `
  select item.seq, item.id, item.org_id as orgId, item.kind, item.principal_id as principalId, item.visibility, item.channel,
    item.state, item.effective_at as time, item.source, item.length, item.role, item.speaker, item.subchannel,
    item.session_key as sessionKey, item.turn, item.store, item.category, item.project, item.title,
    case item.kind when 'memory' then coalesce(moved.strength, item.strength) end as strength,
    features.question_share as questionShare, features.says_time as mentionsTime, features.says_number as mentionsNumber,
    features.says_name as mentionsName, features.says_rule as mentionsRule,
    features.told_from as mentionedFrom, features.told_to as mentionedTo, ${relations.links} as links, ${relations.sources} as sources
  from item left join text_features as features on features.item_id = item.id
    left join memory_strength as moved on moved.org_id = item.org_id and moved.memory_id = item.id`;
const SELECT_ROWS = selectRows({ links: HAS_LINKS, sources: HAS_SOURCES });
const SELECT_NEW = `where item.seq > ? order by item.seq limit ?`;
const SELECT_RELATED: { readonly [Name in Relation]: string } = {
  links: `select item.seq from item where id in (select newer_id from memory_link union select older_id from memory_link)`,
  sources: `select item.seq from origin cross join item where item.id = origin.item_id
    union select item.seq from origin cross join item where item.id = origin.ref_id
    union select item.seq from origin cross join item where item.org_id = origin.org_id
      and item.kind in ('message', 'memory', 'note') and item.source = origin.source and item.external_id = origin.ref`,
};
const SELECT_CHANGED = `${SELECT_ROWS} where item.seq in (select item_seq from item_change where number > ?) and item.seq <= ?`;
const SELECT_REMOVED = `select item_seq from item_change where number > ?1 and item_seq not in (select seq from item)`;
const SELECT_NEWEST = `
  select coalesce((select max(number) from item_change), 0), coalesce((select max(seq) from item), 0)`;

/** Number of items that are read at once: few, so that their rows end among the young objects of garbage collection. */
const ROWS_AT_ONCE = 500;

type PassageWanted = Omit<WantedPassage, 'row' | 'seq'>;

export type VisibleTest = (row: number) => boolean;

/**
 * Holds what ranking needs of every item in memory, about 135 bytes an item: a recall reads some 200 candidates, and their rows
 * took a quarter of its time. Rows are in the order of arrival and stay; a changed item is written over.
 */
export class ItemTable {
  readonly chains = new SessionChains();
  /** Items with their texts that were read before. */
  readonly whole = new ReadItems();
  private readonly passages = new ReadPassages();
  private readonly ids = new ItemIds();
  private readonly names = new InternedNames();
  private columns = newColumns(() => new Int32Array(64));
  private seqs = new Float64Array(64);
  private times = new Float64Array(64);
  private strengths = new Float64Array(64);
  private questionShares = new Float64Array(64);
  /** Times that texts mention, by row; most texts mention none. */
  private readonly mentionedTimes = new Map<number, TimeRange>();
  private newestChange = -1;

  get size(): number {
    return this.ids.size;
  }

  /** Reads what has changed since the last call. Returns false if too much has changed; then a new table must be read. */
  follow(db: Database): boolean {
    const [change, seq] = db.arrays(SELECT_NEWEST).get() as unknown as [change: number, seq: number];
    if (this.newestChange < 0) return this.readAll(db, change);
    const missed = change - this.newestChange;
    if (missed < 0 || missed > CHANGES_KEPT || seq < this.newestSeq) return false;
    if (missed > 0 && !this.readChanges(db)) return false;
    this.newestChange = change;
    if (seq > this.newestSeq) this.readNew(db, SELECT_ROWS);
    return true;
  }

  /** Returns the row of an item of a kind that the test lets through; -1 if there is none. */
  rowOf(id: ItemId, kind: ItemKind, isVisible: VisibleTest): number {
    const row = this.ids.find(id);
    return row >= 0 && this.kindOf(row) === kind && isVisible(row) ? row : -1;
  }

  /** Returns a test whether a scope sees a row. Forgotten items are never visible. */
  visibleTest(scope: Scope): VisibleTest {
    const { org, reader, channel, flags } = this.columns;
    const own = this.names.find(scope.orgId);
    const readers = new Set(scope.readers.map((word) => this.names.find(word)));
    const closed = new Set(closedChannelsOf(scope).map((name) => this.names.find(name)));
    return (row) =>
      org[row] === own &&
      ((flags[row] as number) & IS_DELETED) === 0 &&
      readers.has(reader[row] as number) &&
      !(closed.size > 0 && closed.has(channel[row] as number));
  }

  /** Returns the passage of a chunk of a row's text, as a model embedded it; undefined if there is none. */
  passageOf(db: Database, row: number, wanted: PassageWanted): Passage | undefined {
    return this.passages.of(db, { ...wanted, row, seq: this.seqs[row] as number });
  }

  /** Tells whether an item may have links or sources that somebody sees. */
  mayHave(relation: Relation, row: number): boolean {
    return ((this.columns.flags[row] as number) & RELATIONS[relation]) !== 0;
  }

  /** Tells whether the features of a row were computed; they may come later, without a change of the item. */
  hasFeatures(row: number): boolean {
    return ((this.columns.flags[row] as number) & LACKS_FEATURES) === 0;
  }

  questionShareOf(row: number): number {
    return this.questionShares[row] as number;
  }

  /** Returns who said a message. */
  speakerOf(row: number): { readonly id: ItemId; readonly role: string } {
    return { id: this.ids.at(row), role: this.names.at(this.columns.role[row] as number) ?? '' };
  }

  /** Returns the features of a row without those of its session. */
  featuresOf(row: number, id: ItemId): CandidateFeatures {
    const { columns, names } = this;
    const [flags, turn] = [columns.flags[row] as number, columns.turn[row] as number];
    const strength = this.strengths[row] as number;
    const mentionedTime = this.mentionedTimes.get(row);
    return {
      id,
      kind: this.kindOf(row),
      length: columns.length[row] as number,
      time: this.times[row] as number,
      speaker: names.at(columns.speaker[row] as number),
      role: names.at(columns.role[row] as number),
      channel: names.at(columns.channel[row] as number),
      subchannel: names.at(columns.subchannel[row] as number),
      project: names.at(columns.project[row] as number),
      questionShare: this.questionShareOf(row),
      turn: turn === NO_TURN ? null : turn,
      store: names.at(columns.store[row] as number) as Store | null,
      category: names.at(columns.category[row] as number) as Category | null,
      isRepositoryFile: (flags & IS_REPOSITORY_FILE) !== 0,
      isOfDemo: (flags & IS_OF_DEMO) !== 0,
      strength: Number.isNaN(strength) ? null : strength,
      group: names.at(columns.group[row] as number),
      thread: null,
      mentions: {
        time: (flags & MENTIONS.time) !== 0,
        number: (flags & MENTIONS.number) !== 0,
        name: (flags & MENTIONS.name) !== 0,
        rule: (flags & MENTIONS.rule) !== 0,
      },
      ...(mentionedTime && { mentionedTime }),
    };
  }

  private kindOf(row: number): ItemKind {
    return KINDS[(this.columns.flags[row] as number) & KIND_BITS] as ItemKind;
  }

  private get newestSeq(): number {
    return this.size === 0 ? 0 : (this.seqs[this.size - 1] as number);
  }

  /** Reads all items; returns false if an earlier attempt failed halfway. */
  private readAll(db: Database, change: number): boolean {
    if (this.size > 0) return false;
    this.readNew(db, selectRows({ links: '0', sources: '0' }));
    for (const [relation, bit] of Object.entries(RELATIONS)) {
      const related = db.arrays(SELECT_RELATED[relation as Relation]).all() as unknown as [number][];
      for (const [seq] of related) this.setFlag(this.rowOfSeq(seq), bit);
    }
    this.newestChange = change;
    return true;
  }

  private readNew(db: Database, select: string): void {
    let rows: ItemRow[];
    do {
      rows = db.rows(`${select} ${SELECT_NEW}`, this.newestSeq, ROWS_AT_ONCE) as ItemRow[];
      for (const row of rows) this.add(row);
    } while (rows.length === ROWS_AT_ONCE);
  }

  private readChanges(db: Database): boolean {
    const removed = db.arrays(SELECT_REMOVED).all(this.newestChange) as unknown as [number][];
    for (const [seq] of removed) {
      if (seq === EVERY_ITEM) this.whole.clear();
      this.remove(this.rowOfSeq(seq));
    }
    const changed = db.rows(SELECT_CHANGED, this.newestChange, this.newestSeq) as ItemRow[];
    return changed.every((row) => this.writeOver(row));
  }

  private setFlag(row: number, flag: number): void {
    if (row >= 0) this.columns.flags[row] = (this.columns.flags[row] as number) | flag;
  }

  private add(item: ItemRow): void {
    const row = this.size;
    if (row === this.seqs.length) this.grow();
    this.ids.push(item.id as ItemId);
    this.seqs[row] = item.seq;
    this.write(row, item);
    const { sessionKey, orgId, kind, role } = item;
    this.columns.session[row] = this.names.numberOf(sessionKey);
    if (kind === 'message' && sessionKey !== null) this.chains.add(row, `${orgId} ${sessionKey}`, role === 'assistant');
  }

  /**
   * Writes a changed item over its row. Returns false if the row is of another item, or if the item has another session or
   * role than before; a forgotten message keeps its place in the session.
   */
  private writeOver(item: ItemRow): boolean {
    const row = this.rowOfSeq(item.seq);
    if (row < 0 || this.ids.find(item.id as ItemId) !== row) return false;
    const { session, role } = this.columns;
    const isSame =
      session[row] === this.names.numberOf(item.sessionKey) && role[row] === this.names.numberOf(item.role);
    if (!isSame && item.state !== 'deleted') return false;
    this.write(row, item);
    return true;
  }

  private write(row: number, item: ItemRow): void {
    const { columns, names } = this;
    const features = candidateFeaturesOf(item);
    this.forgetRead(row);
    columns.org[row] = names.numberOf(item.orgId);
    columns.reader[row] = names.numberOf(readerOf(item));
    for (const field of ['channel', 'subchannel', 'speaker', 'role', 'store', 'category', 'project', 'group'] as const)
      columns[field][row] = names.numberOf(features[field]);
    columns.length[row] = features.length;
    columns.turn[row] = features.turn ?? NO_TURN;
    columns.flags[row] = flagsOf(item, features);
    this.times[row] = features.time;
    this.strengths[row] = features.strength ?? NaN;
    this.questionShares[row] = features.questionShare;
    if (features.mentionedTime) this.mentionedTimes.set(row, features.mentionedTime);
    else this.mentionedTimes.delete(row);
  }

  private remove(row: number): void {
    if (row < 0) return;
    this.setFlag(row, IS_DELETED);
    this.forgetRead(row);
  }

  /** Drops the text and the passage that were read of a row. */
  private forgetRead(row: number): void {
    this.whole.forget(row);
    this.passages.forget(row);
  }

  /** Finds the row of a sequence number, since rows are in their order; -1 if there is none. */
  private rowOfSeq(seq: number): number {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.seqs[middle] as number) < seq) low = middle + 1;
      else high = middle;
    }
    return low < this.size && this.seqs[low] === seq ? low : -1;
  }

  private grow(): void {
    const length = 2 * this.seqs.length;
    this.columns = newColumns((field) => enlarged(this.columns[field], length));
    this.seqs = enlarged(this.seqs, length);
    this.times = enlarged(this.times, length);
    this.strengths = enlarged(this.strengths, length);
    this.questionShares = enlarged(this.questionShares, length);
  }
}

function flagsOf({ state, questionShare, links, sources }: ItemRow, features: CandidateFeatures): number {
  const { kind, isRepositoryFile, isOfDemo, mentions } = features;
  let flags = KINDS.indexOf(kind);
  if (state === 'deleted') flags |= IS_DELETED;
  if (questionShare === null) flags |= LACKS_FEATURES;
  if (isRepositoryFile) flags |= IS_REPOSITORY_FILE;
  if (isOfDemo) flags |= IS_OF_DEMO;
  if (links === 1) flags |= RELATIONS.links;
  if (sources === 1) flags |= RELATIONS.sources;
  if (mentions.time) flags |= MENTIONS.time;
  if (mentions.number) flags |= MENTIONS.number;
  if (mentions.name) flags |= MENTIONS.name;
  if (mentions.rule) flags |= MENTIONS.rule;
  return flags;
}
