import type { Item, ItemId, ItemKind } from '@cairn/contracts';
import { matchesFilter, type Filter, type Scope } from '@cairn/domain';
import type { CandidateFeatures, FeatureOptions, SourceLink } from '@cairn/ports';
import type { Link, Passage } from '@cairn/store';
import type { Database } from '../sqlite/database.ts';
import type { ItemTable, Relation, VisibleTest } from './item-table.ts';
import type { KeptItems } from './kept-items.ts';

interface InScope {
  readonly scope: Scope;
}

interface Named extends InScope, FeatureOptions {
  readonly kind: ItemKind;
  readonly ids: readonly ItemId[];
}

interface Filtered extends InScope {
  readonly filter: Filter;
  readonly ids: readonly ItemId[];
}

interface PassagesAsked extends InScope {
  readonly kind: ItemKind;
  readonly modelId: string;
  readonly wanted: readonly { readonly id: ItemId; readonly chunk: number }[];
}

/** One call of a command on items in memory. `read` runs the store's own command, for what is not in memory. */
interface Call<Asked, Answer> {
  readonly db: Database;
  readonly items: ItemTable;
  readonly asked: Asked;
  readonly isVisible: VisibleTest;
  readonly read: (asked: Asked) => Promise<Answer>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- What a command takes and gives is typed where it is called; a table of commands holds them all.
type Command = (call: Call<any, any>) => Promise<unknown>;

/** Commands of the store that items in memory answer, by name. They answer exactly what the store's own command does. */
const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['items.candidateFeatures', candidateFeatures],
  ['items.hydrate', hydrate],
  ['embeddings.passages', findPassages],
  ['items.sourceLinks', (call: Call<Named, SourceLink[]>) => ofRelated(call, call.asked.kind, 'sources')],
  ['links.of', (call: Call<Named, Link[]>) => ofRelated(call, 'memory', 'links')],
]);

/** A reading command of the store, by name, with what is asked. */
interface Reading {
  readonly command: string;
  readonly input: unknown;
  /** Runs the store's own command for another input. */
  readonly read: (input: unknown) => Promise<unknown>;
}

/** Runs a reading command of the store, on items in memory if that is possible. */
export async function readKept(
  kept: KeptItems,
  db: Database,
  { command: name, input, read }: Reading,
): Promise<unknown> {
  const command = commands.get(name);
  const items = command && kept.of(db);
  if (!items) return read(input);
  const asked = input as InScope;
  return command({ db, items, asked, isVisible: items.visibleTest(asked.scope), read });
}

async function candidateFeatures({
  items,
  asked,
  isVisible,
  read,
}: Call<Named, CandidateFeatures[]>): Promise<CandidateFeatures[]> {
  const { kind, ids, withoutSession = false } = asked;
  const sessions = kind === 'message' && !withoutSession ? new SessionFeatures(items, isVisible) : undefined;
  const found: CandidateFeatures[] = [];
  const unknown: ItemId[] = [];
  for (const id of new Set(ids)) {
    const row = items.rowOf(id, kind, isVisible);
    if (row < 0) continue;
    const features = items.hasFeatures(row) ? items.featuresOf(row, id) : undefined;
    const whole = features && sessions ? sessions.addTo(features, row) : features;
    if (whole) found.push(whole);
    else unknown.push(id);
  }
  return unknown.length === 0 ? found : [...found, ...(await read({ ...asked, ids: unknown }))];
}

/** Adds to the features of messages those of their sessions, as far as a scope sees the sessions. */
class SessionFeatures {
  private readonly items: ItemTable;
  private readonly isVisible: VisibleTest;
  /** Whether an assistant speaks, by session. */
  private readonly assisted = new Map<number, boolean>();

  constructor(items: ItemTable, isVisible: VisibleTest) {
    this.items = items;
    this.isVisible = isVisible;
  }

  /** Returns undefined if the features of the preceding message were not computed. */
  addTo(features: CandidateFeatures, row: number): CandidateFeatures | undefined {
    const { items, isVisible } = this;
    const [before, after] = [
      items.chains.nearest('before', row, isVisible),
      items.chains.nearest('after', row, isVisible),
    ];
    if (before >= 0 && !items.hasFeatures(before)) return undefined;
    const isAssisted = features.role === 'assistant' || this.hasAssistant(items.chains.numberOf(row));
    return {
      ...features,
      thread: isAssisted ? 'assistant' : 'people',
      ...(before >= 0 && { previous: { ...items.speakerOf(before), questionShare: items.questionShareOf(before) } }),
      ...(after >= 0 && { next: items.speakerOf(after) }),
    };
  }

  private hasAssistant(session: number): boolean {
    const known = this.assisted.get(session);
    if (known !== undefined) return known;
    const isAssisted = this.items.chains.hasAssistant(session, this.isVisible);
    this.assisted.set(session, isAssisted);
    return isAssisted;
  }
}

async function hydrate({ items, asked, isVisible, read }: Call<Filtered, Item[]>): Promise<Item[]> {
  const { scope, filter, ids } = asked;
  const { kind } = filter;
  const rows = new Map([...new Set(ids)].map((id) => [id, items.rowOf(id, kind, isVisible)] as const));
  const known = new Map<string, Item | undefined>();
  for (const [id, row] of rows) if (row >= 0) known.set(id, items.whole.of(row));
  const unread = [...known.keys()].filter((id) => !known.get(id)) as ItemId[];
  if (unread.length > 0) {
    const whole = { kind, includeArchived: true, includeProposed: true };
    for (const item of await read({ scope, filter: whole, ids: unread })) {
      items.whole.keep(rows.get(item.id as ItemId) as number, item);
      known.set(item.id, item);
    }
  }
  return [...known.values()].filter((item) => item !== undefined && matchesFilter(filter, item)) as Item[];
}

/** Asks the store only about items that have rows beside them. */
async function ofRelated<Answer>(
  { items, asked, isVisible, read }: Call<Named, Answer[]>,
  kind: ItemKind,
  relation: Relation,
): Promise<Answer[]> {
  const ids = asked.ids.filter((id) => {
    const row = items.rowOf(id, kind, isVisible);
    return row >= 0 && items.mayHave(relation, row);
  });
  return ids.length === 0 ? [] : read({ ...asked, ids });
}

async function findPassages({ db, items, asked, isVisible }: Call<PassagesAsked, unknown>) {
  const { kind, modelId, wanted } = asked;
  const passages: Passage[] = [];
  for (const { id, chunk } of wanted) {
    const row = items.rowOf(id, kind, isVisible);
    const passage = row < 0 ? undefined : items.passageOf(db, row, { id, modelId, chunk });
    if (passage) passages.push(passage);
  }
  return { passages, words: NO_WORDS };
}

/** Token words of an answer whose passages have their own. */
const NO_WORDS = new Uint32Array(0);
