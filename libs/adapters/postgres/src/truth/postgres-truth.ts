import {
  behindQueries,
  fieldsOf,
  foundItemOf,
  itemOf,
  itemQueries,
  kinOf,
  lineageQueries,
  listQueries,
  loadedItemOf,
  readingQuery,
  readingValues,
  requirePlace,
  SpeakerLists,
  speakersHeard,
  stillHeard,
  statsOf,
  statsQueries,
  traitQueries,
  traitsOf,
  wantedIds,
  type ReadAnew,
  type TraitRow,
} from '@cairn/adapter-sql';
import {
  subscriptions,
  type IndexState,
  type IndexTarget,
  type Item,
  type ItemId,
  type ItemKind,
  type ItemResponse,
  type Message,
  type OrgId,
  type Principal,
  type Receipt,
  type Scope,
  type StatsResponse,
  type Subscriber,
  type Subscription,
} from '@cairn/contracts';
import {
  type Again,
  type Clock,
  type Filter,
  type Idempotency,
  type Kin,
  type ListFilter,
  type ListPage,
  type NewItem,
  type Pointer,
  type Reading,
  type Traits,
  passes,
  Truth,
} from '@cairn/ports';
import { requeueLagging } from '../outbox/outbox-commands.ts';
import { postgres } from '../pool/dialect.ts';
import { Gathering } from '../pool/gathering.ts';
import type { PostgresPool } from '../pool/postgres-pool.ts';
import { forgetItem } from './forget-item.ts';
import { indexStates, markIndexed, markOff, type Indexed } from './index-states.ts';
import { locksOf, writeItems } from './write-items.ts';

/** How long a list of speakers is kept that another process may have changed. */
const SPEAKERS_MS = 3000;

/** No index is in the truth's own commit here, so every subscriber hears of every change. */
const DONE_WITH_COMMIT: readonly Subscriber[] = [];

const untraced = () => undefined;

const behind = behindQueries(postgres);
const items = itemQueries(postgres);
const traitsByKind = traitQueries(postgres);
const lineage = lineageQueries(postgres);
const listed = listQueries(postgres);
const keepReading = readingQuery(postgres);

type Loaded = Item | { readonly deletedAt: number; readonly version: number };

const orgIdOf = ({ orgId }: Pointer): OrgId => orgId;
const nameOf = ({ kind, id }: { readonly kind: string; readonly id: string }): string => `${kind} ${id}`;

/** The truth on Postgres. */
export class PostgresTruth extends Truth {
  private readonly pool: PostgresPool;
  private readonly clock: Clock;
  private readonly trace: () => string | undefined;
  private readonly request: () => string | undefined;
  /** Who hears of what is written. */
  private readonly subscriptions: readonly Subscription[];
  private readonly speakerLists = new SpeakerLists({ keepMs: SPEAKERS_MS });
  private readonly loads = new Gathering(orgIdOf, (orgId, pointers: readonly Pointer[]) =>
    this.loadAll(orgId, pointers),
  );
  private readonly marks = new Gathering(
    ({ pointer }: Indexed) => pointer.orgId,
    (orgId, all) => this.markAll(orgId, all),
  );

  private readonly readings = new Gathering(
    ({ pointer }: ReadAnew) => pointer.orgId,
    (orgId, all) => this.keepReadings(orgId, all),
  );

  /** `trace` says where a write is in its trace, as W3C traceparent: its events carry that on. `request` is its id, for the audit. */
  constructor({
    pool,
    clock,
    trace = untraced,
    request = untraced,
    audience = subscriptions,
  }: {
    pool: PostgresPool;
    clock: Clock;
    trace?: (() => string | undefined) | undefined;
    request?: (() => string | undefined) | undefined;
    audience?: readonly Subscription[] | undefined;
  }) {
    super();
    this.pool = pool;
    this.clock = clock;
    this.trace = trace;
    this.request = request;
    this.subscriptions = audience;
  }

  async write(
    author: Principal,
    items: readonly NewItem[],
    idempotency?: Idempotency,
    again?: Again,
  ): Promise<Receipt[]> {
    const command = { author, items, idempotency, again, ...this.occasion() };
    const receipts = await this.pool.write(author.orgId, (session) => writeItems(session, command), locksOf(command));
    this.afterChange();
    return receipts;
  }

  async forget(scope: Scope, author: Principal, kind: ItemKind, id: ItemId): Promise<boolean> {
    const command = { scope, author, kind, id, ...this.occasion() };
    const isForgotten = await this.pool.write(scope.orgId, (session) => forgetItem(session, command));
    if (isForgotten) this.afterChange();
    return isForgotten;
  }

  async find(scope: Scope, kind: ItemKind, id: ItemId): Promise<(Item & { index: IndexState }) | undefined> {
    const values = { ...fieldsOf(scope), kind, id };
    const row = await this.pool.read(scope.orgId, (session) => session.get(items.visibleItem, values));
    return row && foundItemOf(row);
  }

  async hydrate(scope: Scope, filter: Filter, ids: readonly ItemId[]): Promise<Item[]> {
    const values = { ...fieldsOf(scope), kind: filter.kind, ids: wantedIds(postgres, ids) };
    const rows = await this.pool.read(scope.orgId, (session) => session.all(items.visibleItems, values));
    return rows.map(itemOf).filter((item) => passes(filter, item));
  }

  async recent(scope: Scope, filter: Filter & { kind: 'message' }, limit: number): Promise<Message[]> {
    const query = items.newest(scope, filter, limit);
    const rows = await this.pool.read(scope.orgId, (session) => session.all(query));
    return rows.reverse().map(itemOf) as Message[];
  }

  list(scope: Scope, filter: ListFilter, page: ListPage): Promise<ItemResponse[]> {
    const { after } = page;
    const { orgId } = scope;
    return this.pool.read(orgId, async (session) => {
      const place =
        after && requirePlace(after, await session.get(listed.placed, { orgId, kind: filter.kind, id: after.id }));
      return (await session.all(listed.page(scope, filter, page, place))).map(foundItemOf) as ItemResponse[];
    });
  }

  async traits(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<Traits[]> {
    const values = { ...fieldsOf(scope), kind, ids: wantedIds(postgres, ids) };
    const rows: TraitRow[] = await this.pool.read(scope.orgId, (session) => session.all(traitsByKind[kind], values));
    return rows.map(traitsOf);
  }

  async kin(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<Kin[]> {
    const values = { ...fieldsOf(scope), ids: wantedIds(postgres, ids) };
    return (await this.pool.read(scope.orgId, (session) => session.all(lineage[kind], values))).map(kinOf);
  }

  async stillSpeaking(scope: Scope, names: readonly string[], channel: string | null = null): Promise<string[]> {
    const query = stillHeard(postgres, scope, names, channel);
    return (await this.pool.read(scope.orgId, (session) => session.all(query))).map(({ name }) => name);
  }

  speakers(scope: Scope, channel: string | null = null): Promise<readonly string[]> {
    const query = speakersHeard(postgres, scope, channel);
    return this.speakerLists.of(scope, channel, async () =>
      (await this.pool.read(scope.orgId, (session) => session.all(query))).map(({ name }) => name),
    );
  }

  async isBehind(scope: Scope, target: IndexTarget, olderThanMs: number): Promise<boolean> {
    const values = { ...fieldsOf(scope), target, before: this.clock.now() - olderThanMs };
    return (await this.pool.read(scope.orgId, (session) => session.get(behind, values))) !== undefined;
  }

  stats(scope: Scope): Promise<StatsResponse> {
    const queries = statsQueries(postgres, scope, this.clock.now());
    return this.pool.read(scope.orgId, async (session) => {
      const [memories, messages, notes, behind, strongest] = await Promise.all([
        session.all(queries.memories),
        session.all(queries.messages),
        session.all(queries.notes),
        session.all(queries.behind),
        session.all(queries.strongest),
      ]);
      return statsOf({ memories, messages, notes, behind, strongest });
    });
  }

  async count(scope: Scope, filter: Filter, max: number): Promise<number> {
    const query = items.counted(scope, filter, max);
    return (await this.pool.read(scope.orgId, (session) => session.get(query)))?.number ?? 0;
  }

  load(pointer: Pointer): Promise<Loaded | undefined> {
    return this.loads.ask(pointer);
  }

  keepReading(pointer: Pointer, reading: Reading): Promise<void> {
    return this.readings.ask({ pointer, reading });
  }

  markIndexed(pointer: Pointer, target: Subscriber, version: number): Promise<void> {
    return this.marks.ask({ pointer, target, version });
  }

  async markOff(pointer: Pointer, target: IndexTarget, version: number): Promise<void> {
    await this.pool.writeRepeatable(pointer.orgId, (session) => markOff(session, { pointer, target, version }));
  }

  async requeueLagging(olderThanMs: number, limit: number): Promise<number> {
    const command = { subscriptions: this.subscriptions, olderThanMs, limit, now: this.clock.now() };
    const requeued = await this.pool.writeRepeatable('all', (session) => requeueLagging(session, command));
    if (requeued > 0) this.pool.tellOfOutbox();
    return requeued;
  }

  indexStates(pointers: readonly Pointer[]): Promise<IndexState[]> {
    return this.pool.read('all', (session) => indexStates(session, pointers));
  }

  private async loadAll(orgId: OrgId, pointers: readonly Pointer[]): Promise<(Loaded | undefined)[]> {
    const ids = wantedIds(
      postgres,
      pointers.map(({ id }) => id),
    );
    const rows = await this.pool.read(orgId, (session) => session.all(items.ofOrganisation, { orgId, ids }));
    const byName = new Map(rows.map((row) => [nameOf(row), loadedItemOf(row)]));
    return pointers.map((pointer) => byName.get(nameOf(pointer)));
  }

  private async keepReadings(orgId: OrgId, all: readonly ReadAnew[]): Promise<undefined[]> {
    await this.pool.writeRepeatable(orgId, async (session) => {
      for (const each of all) await session.run(keepReading, readingValues(each));
    });
    return all.map(() => undefined);
  }

  private async markAll(orgId: OrgId, all: readonly Indexed[]): Promise<undefined[]> {
    await this.pool.writeRepeatable(orgId, (session) => markIndexed(session, orgId, all));
    return all.map(() => undefined);
  }

  private occasion() {
    return {
      subscriptions: this.subscriptions,
      doneWithCommit: DONE_WITH_COMMIT,
      now: this.clock.now(),
      trace: this.trace(),
      request: this.request(),
    };
  }

  /** Other processes hear of new speakers when their lists are old. */
  private afterChange(): void {
    this.speakerLists.forget();
    this.pool.tellOfOutbox();
  }
}
