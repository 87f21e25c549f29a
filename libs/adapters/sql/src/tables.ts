import type {
  AuditAct,
  AuditKind,
  AuditOutcome,
  EventName,
  IndexStatus,
  ItemKind,
  ItemState,
  Role,
  Subscriber,
  Visibility,
} from '@cairn/contracts';
import type { Generated } from 'kysely';

/** The tables that the truth has in either dialect, with the same columns: times are epoch ms, lists and objects are JSON text. */
export interface Tables {
  organisation: OrganisationTable;
  principal: PrincipalTable;
  api_key: ApiKeyTable;
  item: ItemTable;
  origin: OriginTable;
  speaker: SpeakerTable;
  alias: AliasTable;
  alias_sighting: AliasSightingTable;
  index_state: IndexStateTable;
  subscriber_progress: SubscriberProgressTable;
  outbox: OutboxTable;
  dead_letter: DeadLetterTable;
  idempotency: IdempotencyTable;
  audit: AuditTable;
}

export interface OrganisationTable {
  id: string;
  created_at: number;
  /** JSON list of channel prefixes. */
  peer_prefixes: string;
  masking: Generated<'on' | 'off'>;
  /** Null: the usual one. */
  recall_limit: Generated<number | null>;
  name: Generated<string>;
  /** Null: no limit. */
  calls_per_minute: Generated<number | null>;
}

export interface PrincipalTable {
  id: string;
  org_id: string;
  name: string;
  kind: 'person' | 'agent';
  created_at: number;
  /** What they may do at most. */
  role: Generated<Role>;
  /** JSON list of peer channels. */
  peers: Generated<string>;
  left_at: Generated<number | null>;
}

export interface ApiKeyTable {
  id: string;
  org_id: string;
  principal_id: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  prefix: string;
  /** What it may do: the lesser of its own and its principal's, kept up with both. */
  role: Role;
  /** JSON list of peer channels, kept up likewise. */
  peers: string;
  created_at: number;
  revoked_at: number | null;
  /** Null: as its principal. */
  own_role: Generated<Role | null>;
  own_peers: Generated<string | null>;
  label: Generated<string | null>;
  expires_at: Generated<number | null>;
  last_used_at: Generated<number | null>;
}

/** Messages and memories, one row each for ever: a forgotten item stays as a tombstone with its id and version. */
export interface ItemTable {
  /** The order of arrival; what other tables point to. */
  seq: Generated<number>;
  id: string;
  org_id: string;
  kind: ItemKind;
  principal_id: string;
  visibility: Visibility;
  channel: string | null;
  state: ItemState;
  version: number;
  timestamp: number;
  created_at: number;
  /** `timestamp`, or `created_at` where that is unknown. */
  effective_at: number;
  deleted_at: number | null;
  source: string;
  external_id: string | null;
  content_hash: string;
  merge_key: string | null;
  /** Characters of the content. */
  length: number;
  role: string | null;
  speaker: string | null;
  subchannel: string | null;
  session_key: string | null;
  turn: number | null;
  store: string | null;
  category: string | null;
  strength: number | null;
  confidence: number | null;
  valence: number | null;
  arousal: number | null;
  valid_from: number | null;
  valid_to: number | null;
  subject: string | null;
  attribute: string | null;
  knowledge_base: string | null;
  /** When it took the place of another. */
  active_from: number | null;
  /** When it was archived or superseded; null while it is active. */
  active_to: number | null;
  /** JSON list. */
  tags: string | null;
  /** JSON list. */
  source_ids: string | null;
  /** JSON list; null: none. */
  action_triggers: string | null;
  /** JSON list of norms; null: none. */
  forbids: string | null;
  /** JSON list; null: none. */
  instead: string | null;
  /** JSON object; null: none. */
  decides: string | null;
  value: string | null;
  /** JSON object. */
  provenance: string;
  title: string | null;
  /** Last, so that what stands before it is read without its pages. */
  content: string;
}

/** What a memory says that it was made from, which may not be here, or not yet. */
export interface OriginTable {
  org_id: string;
  /** The memory. */
  item_id: string;
  /** Where the memory came from: external ids are unique within it. */
  source: string;
  /** As the memory names it: an id, or an external id of the same source. */
  ref: string;
  /** The same if it can be an id. */
  ref_id: string | null;
  /** 1 where the memory names so many that it is a summary of them, which recall does not link. */
  is_summary: Generated<number>;
}

/** Who has spoken, by who may see it and by channel ('' is none). */
export interface SpeakerTable {
  org_id: string;
  reach: 'all' | 'peer' | 'private' | 'team';
  /** The one who sees them when `reach` is private, the word of the team when it is team, else ''. */
  owner: string;
  channel: string;
  name: string;
}

/** What was declared of other names; equal keys are one name. */
export interface AliasTable {
  org_id: string;
  key: string;
  id: string;
  alias: string;
  /** JSON list. */
  speakers: string;
  version: number;
}

/** That a message calls a speaker by a name; gone with the message. */
export interface AliasSightingTable {
  org_id: string;
  key: string;
  speaker: string;
  item_id: string;
  /** The name as it stands there. */
  name: string;
  sightings: number;
  /** Version of the rules that heard it. */
  rules: number;
}

/** How far a derived store is with an item. */
export interface IndexStateTable {
  item_seq: number;
  target: Subscriber;
  org_id: string;
  /** The version that the derived store has; 0 is none. */
  version: number;
  status: IndexStatus;
  /** Since when it waits, or when it was last put into the outbox again. */
  since: number;
  /** Since when the derived store lacks a change, however often its event was sent again. */
  behind_since: number;
}

/** How far a subscriber has been looked after in the order of arrival: up to there, of every item is noted how far it is. */
export interface SubscriberProgressTable {
  subscriber: Subscriber;
  /** The `seq` of an item. */
  place: number;
}

export interface OutboxTable {
  id: string;
  event: EventName;
  subscriber: Subscriber;
  org_id: string;
  /** The item that the event is about, if any. */
  item_id: string | null;
  /** Of the item, where the event is a change of it. */
  version: number | null;
  created_at: number;
  /** When it may be claimed: for a claimed one, the end of its lease. */
  due_at: number;
  /** 1 while claimed. */
  leased: number;
  attempts: number;
  reason: string | null;
  /** W3C traceparent of the write. */
  trace: string | null;
  /** JSON object: the payload of the event without outboxId, orgId and trace. Null in a row of older code, which wrote of items only. */
  payload: string | null;
}

export interface DeadLetterTable {
  id: string;
  event: EventName;
  subscriber: Subscriber;
  org_id: string;
  item_id: string | null;
  version: number | null;
  created_at: number;
  attempts: number;
  reason: string;
  buried_at: number;
  /** As in the outbox. */
  payload: string | null;
}

export interface IdempotencyTable {
  org_id: string;
  principal_id: string;
  key: string;
  request_hash: string;
  /** JSON list of the receipts of the first answer. */
  receipts: string;
  created_at: number;
}

export interface AuditTable {
  seq: Generated<number>;
  org_id: string;
  principal_id: string;
  /** Absent where the server itself acts, and in rows of before it was kept. */
  key_id: string | null;
  action: AuditAct;
  /** A target is a generation of its index. */
  kind: AuditKind;
  /** Nil for a generation, which its number names, and for dead letters and routes; of masking and recall-limit, the organisation; of a selection, the act; of retention, the organisation or the run. */
  item_id: string;
  /** The number of a generation; how many dead letters, items of a selection or denied calls; of masking, 1 is on and 0 is off; of recall-limit, it itself; of retention, how many rules, or memories archived. */
  version: number;
  at: number;
  request_id: string | null;
  outcome: Generated<AuditOutcome>;
  /** The route of a denied call. */
  route: string | null;
  /** The error code of a denied call. */
  reason: string | null;
}
