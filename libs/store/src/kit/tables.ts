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

/** The tables of the truth, with the same columns in either dialect: times are epoch ms, lists and objects are JSON text. */
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
  /** Null means the default limit. */
  recall_limit: Generated<number | null>;
  name: Generated<string>;
  /** Null means no limit. */
  calls_per_minute: Generated<number | null>;
}

export interface PrincipalTable {
  id: string;
  org_id: string;
  name: string;
  kind: 'person' | 'agent';
  created_at: number;
  /** The highest role of the principal's keys. */
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
  /** The effective role: the lesser of the key's own and the principal's, updated with both. */
  role: Role;
  /** JSON list of peer channels, updated likewise. */
  peers: string;
  created_at: number;
  revoked_at: number | null;
  /** Null means the role of the principal. */
  own_role: Generated<Role | null>;
  own_peers: Generated<string | null>;
  label: Generated<string | null>;
  expires_at: Generated<number | null>;
  last_used_at: Generated<number | null>;
}

/** Messages, memories and sections of notes, one row each for ever: a forgotten item stays as a tombstone with its id and version. */
export interface ItemTable {
  /** The order of arrival, and the key that other tables reference. */
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
  /** `timestamp`, or `created_at` when that is unknown. */
  effective_at: number;
  deleted_at: number | null;
  source: string;
  external_id: string | null;
  content_hash: string;
  merge_key: string | null;
  /** The number of characters of the content. */
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
  /** When the item replaced another. */
  active_from: number | null;
  /** When the item was archived or superseded; null while it is active. */
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
  /** The last column, so that the columns before it are read without its pages. */
  content: string;
}

/** A source that a memory was made from; it may not be stored here, or not yet. */
export interface OriginTable {
  org_id: string;
  /** The memory's id. */
  item_id: string;
  /** The source of the memory: external ids are unique within it. */
  source: string;
  /** The reference as the memory gives it: an id, or an external id of the same source. */
  ref: string;
  /** The reference when it can be an id. */
  ref_id: string | null;
  /** 1 when the memory names so many sources that it is a summary, which recall does not link. */
  is_summary: Generated<number>;
}

/** Speakers by audience and channel ('' for none). */
export interface SpeakerTable {
  org_id: string;
  reach: 'all' | 'peer' | 'private' | 'team';
  /** The principal when `reach` is private, the team's word when it is team, otherwise ''. */
  owner: string;
  channel: string;
  name: string;
}

/** Declared aliases; equal keys are one alias. */
export interface AliasTable {
  org_id: string;
  key: string;
  id: string;
  alias: string;
  /** JSON list. */
  speakers: string;
  version: number;
}

/** A message in which a speaker is called by a name; deleted with the message. */
export interface AliasSightingTable {
  org_id: string;
  key: string;
  speaker: string;
  item_id: string;
  /** The name as the message has it. */
  name: string;
  sightings: number;
  /** The version of the rules that detected it. */
  rules: number;
}

/** The progress of a derived store on an item. */
export interface IndexStateTable {
  item_seq: number;
  target: Subscriber;
  org_id: string;
  /** The version that the derived store has; 0 for none. */
  version: number;
  status: IndexStatus;
  /** When it began to wait, or when its event was last sent again. */
  since: number;
  /** Since when the derived store lacks a change, however often its event was sent again. */
  behind_since: number;
}

/** The progress of a subscriber in the order of arrival: all items up to that place have an index state. */
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
  /** The id of the item that the event is about, if any. */
  item_id: string | null;
  /** The version of the item, when the event is a change of it. */
  version: number | null;
  created_at: number;
  /** When the row may be claimed; for a claimed row, the end of its lease. */
  due_at: number;
  /** 1 while claimed. */
  leased: number;
  attempts: number;
  reason: string | null;
  /** W3C traceparent of the write. */
  trace: string | null;
  /** JSON object: the payload without outboxId, orgId and trace. Null in a row of older code, which had events of items only. */
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
  /** JSON object, as in the outbox. */
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
  /** Null for an act of the server itself, and in rows written before the column existed. */
  key_id: string | null;
  action: AuditAct;
  /** The kind of target: for a generation, the index that it belongs to. */
  kind: AuditKind;
  /**
   * The id of the target. Nil for a generation, dead letters and routes. Otherwise the organisation (masking, recall-limit,
   * retention), the act (selection) or the run (retention).
   */
  item_id: string;
  /**
   * Depends on the kind: number of the generation; count of dead letters, items, denied calls, rules or archived
   * memories; masking 1 or 0; the recall limit.
   */
  version: number;
  at: number;
  request_id: string | null;
  outcome: Generated<AuditOutcome>;
  /** The route of a denied call. */
  route: string | null;
  /** The error code of a denied call. */
  reason: string | null;
}
