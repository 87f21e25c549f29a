import {
  announcementOf,
  HELD_PAGE,
  heldOf,
  holdingQueries,
  NO_ORGANISATION,
  outboxRowOf,
  pageOf,
  pointerOf,
  prepared,
  type HeldEnd,
} from '@cairn/adapter-sql';
import type { IndexTarget, OrgId } from '@cairn/contracts';
import type { Held, Pointer } from '@cairn/ports';
import type { Database } from '../sqlite/database.ts';
import { queries, sqlite } from '../sqlite/dialect.ts';
import { insertEvent } from '../truth/outbox-commands.ts';

const { after, ofOrganisation, last, nextOrganisation, off } = holdingQueries(sqlite);

/** Commands of the reader threads. */
export const holdingReads = {
  heldAfter: (db: Database, place: number, limit: number): Held[] => db.all(after, { place, limit }).map(heldOf),
  heldOfOrganisation: (db: Database, orgId: OrgId, end: HeldEnd) =>
    pageOf(db.all(ofOrganisation, { ...end, orgId, limit: HELD_PAGE })),
  lastHeld: (db: Database): number => db.get(last, {})?.place ?? 0,
  offItems: (db: Database, target: IndexTarget, limit: number): Pointer[] =>
    db.all(off, { target, limit }).map(pointerOf),
  organisationAfter: (db: Database, orgId: OrgId | undefined): OrgId | undefined =>
    db.get(nextOrganisation, { after: orgId ?? NO_ORGANISATION })?.orgId as OrgId | undefined,
};

const versionOf = prepared<Pointer>()((place) =>
  queries
    .selectFrom('item')
    .select(['seq', 'version'])
    .where('id', '=', place('id'))
    .where('org_id', '=', place('orgId'))
    .where('kind', '=', place('kind')),
);

const forgetVersion = prepared<{ seq: number; target: IndexTarget; now: number }>()((place) =>
  queries
    .updateTable('index_state')
    .set({ version: 0, status: 'pending', since: place('now'), behind_since: place('now') })
    .where('item_seq', '=', place('seq'))
    .where('target', '=', place('target')),
);

function announceAgain(db: Database, pointers: readonly Pointer[], target: IndexTarget, now: number): number {
  const found = pointers.flatMap((pointer) => {
    const row = db.get(versionOf, pointer);
    return row ? [{ ...pointer, ...row }] : [];
  });
  for (const { seq, ...written } of found) {
    db.run(forgetVersion, { seq, target, now });
    insertEvent(db, outboxRowOf(announcementOf(written), { subscriber: target }, now));
  }
  return found.length;
}

/** Commands of the writer thread. */
export const holdingWrites = { announceAgain };
