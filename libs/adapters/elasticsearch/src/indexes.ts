import { CairnError, type OrgId } from '@cairn/contracts';
import { errorType, type Connection } from './connection.ts';
import { indexBody } from './index-body.ts';
import { Reader } from './reader.ts';
import { forgetRemovals } from './removals.ts';

export interface IndexName {
  /** Before all names; `cairn` if nothing is said. */
  readonly prefix?: string | undefined;
  /** Indexes of another generation are another index. */
  readonly generation: number;
  /** Version of the analyser whose tokens are indexed. */
  readonly analyser: number;
}

/** What the truth knows of where words are. */
export interface Places {
  /** The place of an organisation's items. Small organisations may share one: their answers do not change by it. */
  placeOf(orgId: OrgId): Promise<string>;
  /** Whether an item of it has ever come to the word index: if so, an index that is not there is lost, not yet to come. */
  hasIndexed(orgId: OrgId): Promise<boolean>;
}

/** Names that go together in one request to drop them. */
const DROPPED_AT_ONCE = 50;

/** Which index holds an organisation, and that it is there. */
export class Indexes {
  private readonly connection: Connection;
  private readonly places: Places;
  private readonly refreshMs: number;
  /** What all names of the generation begin with. */
  private readonly stem: string;
  private readonly made = new Map<string, Promise<void>>();

  constructor(
    connection: Connection,
    { prefix = 'cairn', generation, analyser }: IndexName,
    places: Places,
    refreshMs: number,
  ) {
    this.connection = connection;
    this.places = places;
    this.refreshMs = refreshMs;
    this.stem = `${prefix}-words-g${generation}-a${analyser}-`;
  }

  /** The index of an organisation, be it there or not. */
  async of(orgId: OrgId): Promise<string> {
    const place = await this.places.placeOf(orgId);
    if (/^[a-z0-9][a-z0-9_-]*$/.test(place)) return this.stem + place;
    throw new CairnError('internal', 'A place of words has a name that no index can have.');
  }

  /** For one question of an organisation. */
  async reader(orgId: OrgId): Promise<Reader> {
    return new Reader(this.connection, await this.of(orgId), orgId, () => this.places.hasIndexed(orgId));
  }

  /** The index of an organisation, made if it was not there. */
  async ready(orgId: OrgId): Promise<string> {
    const index = await this.of(orgId);
    const made = this.made.get(index) ?? this.make(index);
    this.made.set(index, made);
    await made.catch((cause: unknown) => {
      this.forget(index);
      throw cause;
    });
    return index;
  }

  /** The next write makes it again. */
  forget(index: string): void {
    this.made.delete(index);
  }

  forgetRemovals(before: number): Promise<void> {
    return forgetRemovals(this.connection, `${this.stem}*`, before);
  }

  async drop(): Promise<void> {
    const found = await this.connection.write((client, options) =>
      client.indices.get({ index: `${this.stem}*`, filter_path: '*.settings.index.uuid' }, options),
    );
    const names = Object.keys(found);
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
      const { status } = await this.connection.read((client, options) =>
        client.cluster.health({ index: `${this.stem}*` }, options),
      );
      return status === 'red' ? { ready: false, problem: 'an index has no copy to search' } : { ready: true };
    } catch (cause) {
      return { ready: false, problem: (cause as Error).message };
    }
  }

  /** Several processes may make it at once; one does. */
  private async make(index: string): Promise<void> {
    const body = indexBody(index, this.refreshMs);
    try {
      await this.connection.write((client, options) => client.indices.create({ index, ...body }, options));
    } catch (cause) {
      if (errorType(cause) !== 'resource_already_exists_exception') throw cause;
    }
  }
}
