import { CairnError, type OrgId } from '@cairn/contracts';
import { INDEX_LAYOUT, cachedFor, Memo, type IndexedVersion } from '@cairn/ports';
import { newestAnalyser } from '@cairn/text';
import { errorType, isShardLimit, type Connection } from './connection.ts';
import { indexBody, noteFields, writeAliasOf } from './index-body.ts';
import { conditionsOf, redIndexes, type Condition } from './conditions-of-indexes.ts';
import { countItems } from './item-counts.ts';
import { missingItemsOf } from './missing-items.ts';
import { Reader } from './reader.ts';
import { forgetRemovals } from './removals.ts';

export interface IndexName {
  /** The prefix of all index names; `cairn` by default. */
  readonly prefix?: string | undefined;
  /** The generation, which is part of the index names. */
  readonly generation: number;
  /** The analyser of items and queries; the English one by default. */
  readonly analyser?: string | undefined;
  /** The layout of the filter fields; `INDEX_LAYOUT` by default. */
  readonly layout?: number | undefined;
}

/** Data of the truth about the places of words. */
export interface Places {
  /** The place of an organisation's items. Small organisations may share one, which does not change their answers. */
  placeOf(orgId: OrgId): Promise<string>;
  /** Whether an item is in the word index, or the place is lost: then a missing index is lost rather than not yet created. */
  hasIndexed(orgId: OrgId): Promise<boolean>;
  /** One organisation for each place with items in the word index. */
  occupied(): Promise<OrgId[]>;
  /** Whether the index of its place was lost and is not complete again. */
  isLost(orgId: OrgId, generation: number): Promise<boolean>;
  /** Reports a missing index before it is created. Resolves once `isLost` is true in every process. */
  reportMissing(orgId: OrgId, generation: number): Promise<void>;
  /** Assigns a shared place, preferably one in use, when no own index can be created. Returns false when there is no other. */
  share(orgId: OrgId): Promise<boolean>;
}

/** The most moves of one organisation: to a shared place, and if its index cannot be created either, to one that exists. */
const MOVES_MAX = 2;

const noRoom = (cause: unknown) =>
  new CairnError(
    'index/unavailable',
    'Elasticsearch creates no more indexes: the cluster has all the shards that cluster.max_shards_per_node allows.',
    { cause },
  );

/** How long a question waits for an index to start, ms. Recovery takes longer; answers are then made without the index. */
const START_MS = 500;
/** How long callers share one report of the server, ms. */
const CONDITIONS_KEPT_MS = 2_000;
/** The timeout within which the cluster reports that an index could not be created; shorter than that of the call. */
const MAKE_MS = 10_000;

/** The most index names in one request that drops them. */
const DROPPED_AT_ONCE = 50;

/** Finds the index of an organisation, and creates it when it is missing. */
export class Indexes {
  private readonly connection: Connection;
  private readonly places: Places;
  readonly refreshMs: number;
  readonly layout: number;
  readonly analyser: string;
  private readonly generation: number;
  /** The beginning of all index names of the generation. */
  private readonly stem: string;
  private readonly conditions: () => Promise<ReadonlyMap<string, Condition>>;
  private readonly made = new Map<string, Promise<void>>();
  /** Shared waits for indexes that are not ready, so that questions to them do not fill the connection. */
  private readonly started = new Memo<string, boolean>({ max: 10_000, ttl: START_MS });

  constructor(
    connection: Connection,
    { prefix = 'cairn', generation, analyser = newestAnalyser('english'), layout = INDEX_LAYOUT }: IndexName,
    places: Places,
    refreshMs: number,
  ) {
    this.connection = connection;
    this.conditions = cachedFor(CONDITIONS_KEPT_MS, () => conditionsOf(connection, `${this.stem}*`));
    this.places = places;
    this.refreshMs = refreshMs;
    this.generation = generation;
    this.layout = layout;
    this.analyser = analyser;
    const readBy = analyser.replace('cairn-text-', 'a');
    this.stem = `${prefix}-words-g${generation}${layout > 1 ? `-l${layout}` : ''}-${readBy}-`;
  }

  /** The index name of an organisation, whether it exists or not. */
  async of(orgId: OrgId): Promise<string> {
    const place = await this.places.placeOf(orgId);
    if (/^[a-z0-9][a-z0-9_-]*$/.test(place)) return this.stem + place;
    throw new CairnError('internal', 'A place of words has a name that no index can have.');
  }

  /** The reader for one question of an organisation. It refuses a recreated index until that is complete. */
  async reader(orgId: OrgId): Promise<Reader> {
    const requireWhole = () => this.requireWhole(orgId);
    await requireWhole();
    const hasIndexed = () => this.places.hasIndexed(orgId);
    const index = await this.of(orgId);
    const hasStarted = () => this.started.of(index, () => this.hasStarted(index));
    return new Reader(this.connection, { index, layout: this.layout }, orgId, {
      requireWhole,
      hasIndexed,
      hasStarted,
    });
  }

  /** The index of an organisation, created if missing; if the cluster accepts no more, the organisation moves to a shared one. */
  async ready(orgId: OrgId, movesLeft = MOVES_MAX): Promise<string> {
    const index = await this.of(orgId);
    const made = this.made.get(index) ?? this.make(index, orgId);
    this.made.set(index, made);
    try {
      await made;
      return index;
    } catch (cause) {
      this.forget(index);
      if (!isShardLimit(cause)) throw cause;
      if (movesLeft === 0 || !(await this.places.share(orgId))) throw noRoom(cause);
      return this.readyElsewhere(orgId, movesLeft - 1);
    }
  }

  /** Reports a loss after the move: the items in the organisation's former index are not in the shared one. */
  private async readyElsewhere(orgId: OrgId, movesLeft: number): Promise<string> {
    const index = await this.ready(orgId, movesLeft);
    if (await this.places.hasIndexed(orgId)) await this.places.reportMissing(orgId, this.generation);
    return index;
  }

  /** Forgets that an index exists; the next write creates it again. */
  forget(index: string): void {
    this.made.delete(index);
  }

  async makeMissing(): Promise<void> {
    const [occupied, there] = await Promise.all([
      this.places.occupied(),
      conditionsOf(this.connection, `${this.stem}*`),
    ]);
    for (const orgId of occupied) {
      const index = await this.of(orgId);
      const found = there.get(index);
      if (found && (found.block || (found.isOurs && found.hasWriteAlias))) continue;
      this.forget(index);
      await this.ready(orgId);
    }
  }

  forgetRemovals(before: number): Promise<void> {
    return forgetRemovals(this.connection, `${this.stem}*`, before);
  }

  async drop(): Promise<void> {
    const names = [...(await this.names())];
    for (let at = 0; at < names.length; at += DROPPED_AT_ONCE) {
      const index = names.slice(at, at + DROPPED_AT_ONCE);
      await this.connection.write((client, options) =>
        client.indices.delete({ index, ignore_unavailable: true }, options),
      );
    }
    this.made.clear();
  }

  async health(): Promise<{ ready: boolean; problem?: string }> {
    try {
      const problems = [...new Set((await this.problems()).values())];
      return problems.length > 0
        ? { ready: false, problem: `an index ${problems.join(', another ')}` }
        : { ready: true };
    } catch (cause) {
      return { ready: false, problem: (cause as Error).message };
    }
  }

  async problems(): Promise<ReadonlyMap<string, string>> {
    const [conditions, red] = await Promise.all([this.conditions(), redIndexes(this.connection, `${this.stem}*`)]);
    const blocked = [...conditions].flatMap(([name, { block }]) => (block ? [[name, block] as const] : []));
    return new Map([...red.map((name) => [name, 'has no copy to search'] as const), ...blocked]);
  }

  /** Whether the index of an organisation accepts no writes, as far as the server reports. */
  async isBlocked(orgId: OrgId): Promise<boolean> {
    const conditions = await this.conditions().catch(() => undefined);
    return conditions?.get(await this.of(orgId))?.block !== undefined;
  }

  async itemCounts(orgIds: readonly OrgId[]): Promise<ReadonlyMap<OrgId, number>> {
    const asked = await Promise.all(orgIds.map(async (orgId) => ({ orgId, index: await this.of(orgId) })));
    return countItems(this.connection, asked);
  }

  async missingItems(items: readonly IndexedVersion[]): Promise<readonly IndexedVersion[]> {
    const asked = await Promise.all(items.map(async (item) => ({ item, index: await this.of(item.orgId) })));
    return missingItemsOf(this.connection, asked);
  }

  private async hasStarted(index: string): Promise<boolean> {
    const { timed_out: isLate } = await this.connection.read((client, options) =>
      client.cluster.health(
        { index, wait_for_status: 'yellow', timeout: `${START_MS}ms` },
        { ...options, ignore: [408] },
      ),
    );
    return !isLate;
  }

  private async names(): Promise<Set<string>> {
    const found = await this.connection.write((client, options) =>
      client.indices.get({ index: `${this.stem}*`, filter_path: '*.settings.index.uuid' }, options),
    );
    return new Set(Object.keys(found));
  }

  private async requireWhole(orgId: OrgId): Promise<void> {
    if (await this.places.isLost(orgId, this.generation))
      throw new CairnError('index/unavailable', 'The word index was lost and is being rebuilt.');
  }

  /**
   * Creates an index, once when several processes try. A possible loss is reported first. A foreign index of the same name holds nothing of
   * ours and is replaced.
   */
  private async make(index: string, orgId: OrgId): Promise<void> {
    if (await this.connection.write((client, options) => client.indices.exists({ index }, options))) {
      if (await this.isOurs(index)) return this.complete(index);
      await this.places.reportMissing(orgId, this.generation);
      if (await this.isOurs(index)) return this.complete(index);
      await this.connection.write((client, options) => client.indices.delete({ index }, options));
    } else await this.places.reportMissing(orgId, this.generation);
    const body = indexBody(index, this);
    try {
      await this.connection.write((client, options) =>
        client.indices.create({ index, ...body, timeout: `${MAKE_MS}ms` }, options),
      );
    } catch (cause) {
      if (errorType(cause) !== 'resource_already_exists_exception') throw cause;
    }
  }

  /** Whether the index is ours by now: another process may have created it meanwhile. */
  private async isOurs(index: string): Promise<boolean> {
    return (await conditionsOf(this.connection, index)).get(index)?.isOurs ?? false;
  }

  /**
   * Adds the fields of notes to an index from before notes existed, and the alias to one that was recreated without it; changes nothing
   * when they exist.
   */
  private async complete(index: string): Promise<void> {
    await this.connection.write((client, options) =>
      client.indices.putMapping({ index, properties: noteFields }, options),
    );
    await this.connection.write((client, options) =>
      client.indices.putAlias({ index, name: writeAliasOf(index) }, options),
    );
  }
}
