import { sql, type Selectable, type SqlBool } from 'kysely';
import { isSeenByAll } from '@cairn/domain';
import { Memo } from '@cairn/ports';
import { fieldsOf, isOfTeams, openChannelCondition, isOwn, type ScopeFields } from '../kit/conditions.ts';
import type { Condition, Dialect } from '../kit/dialect.ts';
import type { NewItemRow } from '../kit/item-rows.ts';
import type { SpeakerTable } from '../kit/tables.ts';

export type SpokenRow = Pick<NewItemRow, 'org_id' | 'visibility' | 'principal_id' | 'channel' | 'speaker'>;

/** Makes the row by which the readers of a message find its speaker; undefined for a message without a speaker. */
export function speakerOf({ speaker, ...row }: SpokenRow): Selectable<SpeakerTable> | undefined {
  if (speaker === null || speaker === undefined) return undefined;
  const { reach, owner } = audienceOf(row);
  return { org_id: row.org_id, reach, owner, channel: row.channel ?? '', name: speaker };
}

function audienceOf({ visibility, principal_id }: Omit<SpokenRow, 'speaker'>): Pick<SpeakerTable, 'reach' | 'owner'> {
  if (isSeenByAll(visibility)) return { reach: 'all', owner: '' };
  if (visibility === 'peer') return { reach: 'peer', owner: '' };
  return visibility === 'private' ? { reach: 'private', owner: principal_id } : { reach: 'team', owner: visibility };
}

/**
 * SQL condition: the scope may see the speaker, by the same rules as `visibilityCondition`. A null peer channel equals no
 * channel, not even ''.
 */
const speakerCondition = (scope: ScopeFields): Condition =>
  sql<SqlBool>`(org_id = ${scope.orgId} and (reach = 'all'
    or (reach = 'private' and ${isOwn(sql.ref('owner'), scope)})
    or (reach = 'peer' and channel = ${scope.peerChannel})
    or (reach = 'team' and ${isOfTeams(sql.ref('owner'), scope)}))
    and ${openChannelCondition(sql.ref('channel'), scope)})`;

export function visibleSpeakersQuery({ queries }: Dialect, scope: ScopeFields, channel: string | null) {
  const seen = queries.selectFrom('speaker').select('name').distinct().where(speakerCondition(scope)).orderBy('name');
  return channel === null ? seen : seen.where('channel', '=', channel);
}

/** Selects those of the given names that the scope still sees; uses the index on names. */
export const stillVisibleSpeakersQuery = (
  dialect: Dialect,
  scope: ScopeFields,
  names: readonly string[],
  channel: string | null,
) => visibleSpeakersQuery(dialect, scope, channel).where(dialect.isOneOf(sql.ref('name'), names));

const LISTS_KEPT = 200;

/** Caches the list of speakers for each scope and channel: every recall needs the list, and the list seldom changes. */
export class SpeakerLists {
  private readonly lists: Memo<string, readonly string[]>;

  /** `keepMs` limits how long a list stays cached; by default it stays until `forget`. */
  constructor({ keepMs = 0 }: { keepMs?: number } = {}) {
    this.lists = new Memo({ max: LISTS_KEPT, ttl: keepMs });
  }

  /** Returns the cached list, the same array each time, or reads it. */
  of(scope: ScopeFields, channel: string | null, read: () => Promise<string[]>): Promise<readonly string[]> {
    return this.lists.of(JSON.stringify([fieldsOf(scope), channel]), read);
  }

  /** Drops all lists, also lists that are being read now, since they may be older than the change. */
  forget(): void {
    this.lists.forget();
  }
}
