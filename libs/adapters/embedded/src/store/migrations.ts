import { stepsFor } from '@cairn/store';
import { CairnError } from '@cairn/contracts';
import { generationsMigration } from '../generations/generations-migration.ts';
import { vectorsMigration } from '../vectors/vectors-migration.ts';
import { openWordsMigration, wordGroupsMigration, wordsMigration } from '../words/words-migration.ts';
import type { Database } from '../sqlite/database.ts';

interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The reader word of an item in the form that queries use. */
const reader = `(case visibility when 'private' then 'owner ' || cast(principal_id as text)
  when 'peer' then 'peer ' || coalesce(channel, '') else '' end)`;

const tombstonesMigration: Migration = {
  name: 'tombstones without names',
  sql: `
    update item set channel = null, subchannel = null, speaker = null, source = '',
      session_key = 'forgotten:' || sha256(org_id || char(10) || ${reader} || char(10) || session_key)
    where state = 'deleted';
    delete from dead_letter where item_id in (select id from item where state = 'deleted');
  `,
};

/** A released migration never changes, since its number is its place; a change is a new step in `schemaSteps` of `libs/store`. */
export const migrations: readonly Migration[] = [
  {
    name: 'the first tables',
    sql: `
      create table organisation (
        id text primary key,
        created_at integer not null,
        peer_prefixes text not null
      );
      create table principal (
        id text primary key,
        org_id text not null references organisation (id),
        name text not null,
        kind text not null,
        created_at integer not null
      );
      create table api_key (
        id text primary key,
        org_id text not null references organisation (id),
        principal_id text not null references principal (id),
        hash text not null unique,
        prefix text not null,
        role text not null,
        peers text not null,
        created_at integer not null,
        revoked_at integer
      );
      create index api_key_by_org on api_key (org_id, created_at);

      create table item (
        seq integer primary key,
        id text not null unique,
        org_id text not null,
        kind text not null,
        principal_id text not null,
        visibility text not null,
        channel text,
        state text not null,
        version integer not null,
        timestamp integer not null,
        created_at integer not null,
        effective_at integer not null,
        deleted_at integer,
        source text not null,
        external_id text,
        content_hash text not null,
        merge_key text,
        question_share real not null,
        length integer not null,
        role text,
        speaker text,
        subchannel text,
        session_key text,
        turn integer,
        store text,
        category text,
        strength real,
        confidence real,
        valence real,
        arousal real,
        valid_from integer,
        valid_to integer,
        subject text,
        tags text,
        source_ids text,
        provenance text not null,
        title text,
        content text not null
      );
      create unique index item_by_external_id on item (org_id, kind, source, external_id)
        where external_id is not null;
      create unique index item_by_merge_key
        on item (org_id, merge_key, visibility, coalesce(channel, ''), case visibility when 'private' then principal_id else '' end)
        where merge_key is not null;
      create unique index item_by_turn on item (org_id, session_key, turn) where session_key is not null;
      create index item_by_time on item (org_id, kind, effective_at, seq);
      create index item_by_session on item (org_id, kind, session_key, effective_at, seq) where session_key is not null;
      create index item_by_channel on item (org_id, kind, channel, effective_at, seq) where channel is not null;

      create table speaker (
        org_id text not null,
        reach text not null,
        owner text not null,
        channel text not null,
        name text not null,
        messages integer not null,
        primary key (org_id, reach, owner, channel, name)
      ) without rowid;

      create table index_state (
        item_seq integer not null references item (seq),
        target text not null,
        org_id text not null,
        version integer not null,
        status text not null,
        since integer not null,
        primary key (item_seq, target)
      ) without rowid;
      create index index_state_behind on index_state (status, since) where status <> 'indexed';

      create table outbox (
        id text primary key,
        event text not null,
        subscriber text not null,
        org_id text not null,
        item_id text not null,
        version integer not null,
        created_at integer not null,
        due_at integer not null,
        leased integer not null,
        attempts integer not null,
        reason text
      ) without rowid;
      create index outbox_by_due on outbox (event, subscriber, due_at, id);
      create index outbox_by_item on outbox (item_id, subscriber);

      create table dead_letter (
        id text primary key,
        event text not null,
        subscriber text not null,
        org_id text not null,
        item_id text not null,
        version integer not null,
        created_at integer not null,
        attempts integer not null,
        reason text not null,
        buried_at integer not null
      ) without rowid;

      create table idempotency (
        org_id text not null,
        principal_id text not null,
        key text not null,
        request_hash text not null,
        receipts text not null,
        created_at integer not null,
        primary key (org_id, principal_id, key)
      ) without rowid;

      create table audit (
        seq integer primary key,
        org_id text not null,
        principal_id text not null,
        action text not null,
        kind text not null,
        item_id text not null,
        version integer not null,
        at integer not null
      );

      create table embedding (
        seq integer primary key,
        org_id text not null,
        content_hash text not null,
        model_id text not null,
        chunk integer not null,
        dims integer not null,
        vector blob not null,
        unique (org_id, content_hash, model_id, chunk)
      );
      create table passage (
        seq integer primary key references embedding (seq) on delete cascade,
        chunk integer not null,
        "from" integer not null,
        "to" integer not null,
        token_dims integer,
        tokens blob
      );
      create table item_embedding (
        item_seq integer not null references item (seq),
        model_id text not null,
        org_id text not null,
        content_hash text not null,
        first_seq integer,
        primary key (item_seq, model_id)
      ) without rowid;
      create index item_embedding_by_hash on item_embedding (org_id, content_hash, model_id);
    `,
  },
  generationsMigration,
  wordsMigration,
  vectorsMigration,
  {
    name: 'what a text says of time and number',
    sql: `
      alter table item add column says_time integer not null default 0;
      alter table item add column says_number integer not null default 0;
      alter table item add column told_from integer;
      alter table item add column told_to integer;
      create index item_by_assistant on item (org_id, session_key) where role = 'assistant' and session_key is not null;
    `,
  },
  wordGroupsMigration,
  {
    name: 'other names of speakers',
    sql: `
      create table alias (
        org_id text not null,
        key text not null,
        id text not null,
        alias text not null,
        speakers text not null,
        version integer not null,
        primary key (org_id, key)
      ) without rowid;
      create table alias_sighting (
        org_id text not null,
        key text not null,
        speaker text not null,
        item_id text not null references item (id),
        name text not null,
        sightings integer not null,
        rules integer not null,
        primary key (org_id, key, speaker, item_id)
      ) without rowid;
      create index alias_sighting_by_item on alias_sighting (item_id);
    `,
  },
  { name: 'the trace of a write', sql: 'alter table outbox add column trace text;' },
  {
    name: 'what memories were made from',
    sql: `
      create table origin (
        org_id text not null,
        item_id text not null references item (id),
        source text not null,
        ref text not null,
        ref_id text,
        primary key (item_id, ref)
      ) without rowid;
      create index origin_by_ref on origin (org_id, ref);
      create index origin_by_ref_id on origin (ref_id) where ref_id is not null;
    `,
  },
  {
    name: 'what is looked for by strength and by age',
    sql: `
      create index item_by_strength on item (org_id, strength desc, effective_at desc, seq desc)
        where kind = 'memory' and state = 'active';
      alter table index_state add column behind_since integer not null default 0;
      update index_state set behind_since = since;
      create index index_state_by_age on index_state (target, behind_since) where status = 'pending';
      create index idempotency_by_age on idempotency (created_at);
      alter table word_removal add column removed_at integer not null default 0;
      create index vector_removal on vector_entry (generation, effective_at) where removed = 1;
    `,
  },
  {
    name: 'what a text says of names and rules',
    sql: `
      alter table item add column says_name integer not null default 0;
      alter table item add column says_rule integer not null default 0;
    `,
  },
  {
    name: 'items in the order in which they were stored',
    sql: 'create index item_by_arrival on item (org_id, kind);',
  },
  {
    name: 'organisations in turn',
    sql: `
      create index outbox_by_organisation on outbox (event, subscriber, org_id, due_at, id);
      drop index outbox_by_due;
    `,
  },
  openWordsMigration,
  {
    name: 'external ids and turns are apart for each circle of readers',
    sql: `
      drop index item_by_external_id;
      create unique index item_by_external_id on item (org_id, kind, source, external_id, ${reader})
        where external_id is not null;
      drop index item_by_turn;
      update item set turn = counted.turn
        from (select seq, row_number() over (partition by org_id, session_key, ${reader} order by seq) - 1 as turn
          from item where session_key is not null) counted
        where item.seq = counted.seq and item.turn <> counted.turn;
      create unique index item_by_turn on item (org_id, session_key, ${reader}, turn) where session_key is not null;
      create index item_in_session on item (org_id, session_key) where session_key is not null;
    `,
  },
  {
    name: 'whether an organisation masks secrets',
    sql: `alter table organisation add column masking text not null default 'on';`,
  },
  { name: 'speakers by name', sql: 'create index speaker_by_name on speaker (org_id, name);' },
  tombstonesMigration,
  {
    name: 'what waits for an index by organisation',
    sql: `create index index_state_by_organisation on index_state (org_id, target, behind_since) where status = 'pending';`,
  },
  ...stepsFor('sqlite'),
];

/** Migrates the file to this code's schema, one transaction a step. A file of a newer Cairn stays unchanged. */
export function migrate(db: Database, now: number, steps: readonly Migration[] = migrations): void {
  db.exec(
    'create table if not exists migration (number integer primary key, name text not null, applied_at integer not null)',
  );
  const applied = appliedMigrations(db);
  requireKnownSchema(applied, steps.length);
  steps.slice(applied).forEach((step, index) => apply(db, { ...step, number: applied + index + 1 }, now));
}

function appliedMigrations(db: Database): number {
  return db.value<number>('select coalesce(max(number), 0) from migration');
}

/** Throws for a file that a newer Cairn has migrated. */
export function requireKnownSchema(found: number, known = migrations.length): void {
  if (found <= known) return;
  throw new CairnError(
    'config/invalid',
    `The data folder was written by a newer Cairn: its schema is ${found}, this one knows up to ${known}. Start the newer Cairn, or restore a backup.`,
  );
}

function apply(db: Database, step: Migration & { number: number }, now: number): void {
  db.exec('begin immediate');
  try {
    db.exec(step.sql);
    db.statement('insert into migration (number, name, applied_at) values (?, ?, ?)').run(step.number, step.name, now);
    db.exec('commit');
  } catch (error) {
    if (db.inTransaction) db.exec('rollback');
    throw error;
  }
}
