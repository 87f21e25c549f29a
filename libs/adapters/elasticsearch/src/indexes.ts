import { CairnError, type OrgId } from '@cairn/contracts';
import { INDEX_LAYOUT, cacheFor, Memo, type IndexedVersion } from '@cairn/ports';
import { newestAnalyser } from '@cairn/text';
import { errorType, isShardLimit, type Connection } from './connection.ts';
import { indexBody, writeAliasOf } from './index-body.ts';
import { conditionsOf, redIndexes, type Condition } from './conditions-of-indexes.ts';
import { countItems } from './item-counts.ts';
import { missingItemsOf } from './missing-items.ts';
import { Reader } from './reader.ts';
import { forgetRemovals } from './removals.ts';

export interface IndexName {
  /** The prefix of all index names; `cairn` by default. */
  readonly prefix?: string | undefined;
  /** Number of the generation; it is part of the index names. */
  readonly generation: number;
  /** The analyser of items and queries; the English one by default. */
  readonly analyser?: string | undefined;
  /** The layout of the filter fields; `INDEX_LAYOUT` by default. */
  readonly layout?: number | undefined;
}

/** Where the truth keeps the words of each organisation, and whether they are complete. */
export interface Places {
  /**
   * Returns the place of an organisation's items. Small organisations may share a place, which does not change the
   * answers to them.
   */
  placeOf(orgId: OrgId): Promise<string>;
  /**
   * True if an item is in the word index, or if the place is lost. If it is true, a missing index was lost; otherwise
   * it was not created yet.
   */
  hasIndexed(orgId: OrgId): Promise<boolean>;
  /** For each place that has items in the word index, lists one of its organisations. */
  occupied(): Promise<OrgId[]>;
  /** True if the index at the organisation's place was lost and is not complete yet. */
  isLost(orgId: OrgId, generation: number): Promise<boolean>;
  /** Reports a missing index before it is created again. Resolves once `isLost` is true in every process. */
  reportMissing(orgId: OrgId, generation: number): Promise<void>;
  /**
   * Assigns a shared place if the organisation's own index cannot be created, preferably a place in use. Returns false
   * if no other place exists.
   */
  share(orgId: OrgId): Promise<boolean>;
}

/**
 * Maximum number of moves of one organisation: first to a shared place, and if the index of that place cannot be
 * created either, to a place whose index exists.
 */
const PLACE_MOVES_MAX = 2;

const noRoomError = (cause: unknown) =>
  new CairnError(
    'index/unavailable',
    'Elasticsearch creates no more indexes: the cluster has all the shards that cluster.max_shards_per_node allows.',
    { cause },
  );

/**
 * Time in ms that a question waits for an index to start. If starting takes longer, the question is answered without
 * the index.
 */
const SHARD_START_TIMEOUT_MS = 500;
/** Time in ms for which callers share one report of the server about its indexes. */
const CONDITIONS_CACHE_MS = 2_000;
/**
 * Timeout in ms within which the cluster reports that it could not create an index. It is shorter than the timeout of
 * the call, so that the report arrives.
 */
const CREATE_INDEX_TIMEOUT_MS = 10_000;

/** Maximum number of index names in one request that drops indexes. */
const NAMES_PER_DROP_MAX = 50;

/** Finds the index of an organisation, and creates it when it is missing. */
export class Indexes {
  private readonly connection: Connection;
  private readonly places: Places;
  readonly refreshMs: number;
  readonly analyser: string;
  private readonly generation: number;
  /** Beginning of all index names of the generation. */
  private readonly stem: string;
  private readonly conditions: () => Promise<ReadonlyMap<string, Condition>>;
  private readonly made = new Map<string, Promise<void>>();
  /**
   * Waits for indexes that are not ready, shared between callers, so that questions to such an index do not occupy all
   * connections.
   */
  private readonly started = new Memo<string, boolean>({ max: 10_000, ttl: SHARD_START_TIMEOUT_MS });

  constructor(
    connection: Connection,
    { prefix = 'cairn', generation, analyser = newestAnalyser('english'), layout = INDEX_LAYOUT }: IndexName,
    places: Places,
    refreshMs: number,
  ) {
    this.connection = connection;
    this.conditions = cacheFor(CONDITIONS_CACHE_MS, () => conditionsOf(connection, `${this.stem}*`));
    this.places = places;
    this.refreshMs = refreshMs;
    this.generation = generation;
    this.analyser = analyser;
    const readBy = analyser.replace('cairn-text-', 'a');
    this.stem = `${prefix}-words-g${generation}${layout > 1 ? `-l${layout}` : ''}-${readBy}-`;
  }

  /** Returns the index name of an organisation, whether the index exists or not. */
  async of(orgId: OrgId): Promise<string> {
    const place = await this.places.placeOf(orgId);
    if (/^[a-z0-9][a-z0-9_-]*$/.test(place)) return this.stem + place;
    throw new CairnError('internal', 'A place of words has a name that no index can have.');
  }

  /**
   * Creates the reader for one question of an organisation. If the index was lost and created again, the reader refuses
   * it until the index is complete.
   */
  async reader(orgId: OrgId): Promise<Reader> {
    const requireWhole = () => this.requireWhole(orgId);
    await requireWhole();
    const hasIndexed = () => this.places.hasIndexed(orgId);
    const index = await this.of(orgId);
    const hasStarted = () => this.started.of(index, () => this.hasStarted(index));
    return new Reader(this.connection, index, orgId, {
      requireWhole,
      hasIndexed,
      hasStarted,
    });
  }

  /**
   * Returns the index of an organisation, and creates the index if it is missing. If the cluster accepts no more
   * indexes, the organisation moves to a shared index.
   */
  async ready(orgId: OrgId, movesLeft = PLACE_MOVES_MAX): Promise<string> {
    const index = await this.of(orgId);
    const made = this.made.get(index) ?? this.make(index, orgId);
    this.made.set(index, made);
    try {
      await made;
      return index;
    } catch (cause) {
      this.forget(index);
      if (!isShardLimit(cause)) throw cause;
      if (movesLeft === 0 || !(await this.places.share(orgId))) throw noRoomError(cause);
      return this.readyElsewhere(orgId, movesLeft - 1);
    }
  }

  /**
   * Moves the organisation to a shared index, and reports its words as lost, since the shared index lacks the items of
   * the former index.
   */
  private async readyElsewhere(orgId: OrgId, movesLeft: number): Promise<string> {
    const index = await this.ready(orgId, movesLeft);
    if (await this.places.hasIndexed(orgId)) await this.places.reportMissing(orgId, this.generation);
    return index;
  }

  /** Forgets that an index exists, so that the next write creates it again. */
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
    for (let at = 0; at < names.length; at += NAMES_PER_DROP_MAX) {
      const index = names.slice(at, at + NAMES_PER_DROP_MAX);
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

  /** Tells whether the server reports that the organisation's index accepts no writes. */
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
        { index, wait_for_status: 'yellow', timeout: `${SHARD_START_TIMEOUT_MS}ms` },
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
   * Creates an index; if several processes try, only one succeeds. A possible loss is reported first. If an index of
   * this name exists but is not ours, it contains nothing of ours and is replaced.
   */
  private async make(index: string, orgId: OrgId): Promise<void> {
    if (await this.connection.write((client, options) => client.indices.exists({ index }, options))) {
      if (await this.isOurs(index)) return this.addAlias(index);
      await this.places.reportMissing(orgId, this.generation);
      if (await this.isOurs(index)) return this.addAlias(index);
      await this.connection.write((client, options) => client.indices.delete({ index }, options));
    } else await this.places.reportMissing(orgId, this.generation);
    const body = indexBody(index, this.refreshMs);
    try {
      await this.connection.write((client, options) =>
        client.indices.create({ index, ...body, timeout: `${CREATE_INDEX_TIMEOUT_MS}ms` }, options),
      );
    } catch (cause) {
      if (errorType(cause) !== 'resource_already_exists_exception') throw cause;
    }
  }

  /** Tells whether the index exists and is ours, since a second process may have created it meanwhile. */
  private async isOurs(index: string): Promise<boolean> {
    return (await conditionsOf(this.connection, index)).get(index)?.isOurs ?? false;
  }

  /** Adds the alias to an index that was recreated without it. Changes nothing if the index has it. */
  private async addAlias(index: string): Promise<void> {
    await this.connection.write((client, options) =>
      client.indices.putAlias({ index, name: writeAliasOf(index) }, options),
    );
  }
}
