import { createHmac } from 'node:crypto';
import { CairnError, type FieldIssue } from '@cairn/contracts';
import type { Again, Blocked } from '@cairn/ports';
import type { Selectable } from 'kysely';
import { readerOf } from '../conditions.ts';
import { ofDialect } from '../dialect.ts';
import type { Author, NewItemRow } from '../item-rows.ts';
import { prepared } from '../prepared.ts';
import { column, defineTable, type RowOf } from '../store/ddl.ts';
import type { Lock } from '../store/session.ts';

/** That a session or source was forgotten before some readers: a keyed hash of its name, and no word of it. */
export const forgottenMark = defineTable({
  name: 'forgotten_mark',
  columns: {
    org_id: column.id(),
    mark: column.text(),
    /** Whose writes are refused: a principal's, or '' for everyone's. */
    whose: column.text(),
    at: column.time(),
  },
  key: ['org_id', 'mark', 'whose'],
  appMay: 'select, insert, delete',
  moves: true,
});

/** What marks of an organisation are hashed with. Who has no store of it cannot try names against a mark. */
export const forgetSecret = defineTable({
  name: 'forget_secret',
  columns: { org_id: column.id(), secret: column.text() },
  key: ['org_id'],
  appMay: 'select, insert',
  moves: true,
});

declare module '../tables.ts' {
  interface Tables {
    forgotten_mark: RowOf<typeof forgottenMark>;
    forget_secret: RowOf<typeof forgetSecret>;
  }
}

export type MarkRow = Pick<Selectable<RowOf<typeof forgottenMark>>, 'mark' | 'whose'>;

export const markQueries = ofDialect(({ queries }) => ({
  secret: prepared<{ orgId: string }>()((place) =>
    queries.selectFrom('forget_secret').select('secret').where('org_id', '=', place('orgId')),
  ),
  found: (orgId: string, marks: readonly string[]) =>
    queries
      .selectFrom('forgotten_mark')
      .select(['mark', 'whose'])
      .where('org_id', '=', orgId)
      .where('mark', 'in', marks),
  removal: (orgId: string, marks: readonly MarkRow[]) =>
    queries
      .deleteFrom('forgotten_mark')
      .where('org_id', '=', orgId)
      .where((eb) => eb.or(marks.map(({ mark, whose }) => eb.and({ mark, whose })))),
}));

export const markOf = (secret: string, what: Blocked, reader: string, name: string): string =>
  createHmac('sha256', secret).update([what, reader, name].join('\n')).digest('base64url');

type Marked = Pick<NewItemRow, 'source' | 'session_key' | 'visibility' | 'principal_id' | 'channel'>;

interface Place {
  readonly at: number;
  readonly what: Blocked;
  readonly name: string;
}

/** The marks that would be in the way of these rows, with what each is of. */
export class MarksOf {
  readonly places = new Map<string, Place[]>();
  private readonly isBatch: boolean;

  constructor(rows: readonly Marked[], secret: string) {
    this.isBatch = rows.length > 1;
    for (const [at, row] of rows.entries())
      for (const { what, name } of namesOf(row)) {
        const mark = markOf(secret, what, readerOf(row), name);
        this.places.set(mark, [...(this.places.get(mark) ?? []), { at, what, name }]);
      }
  }

  /** Those that are taken away now; what stays in the way is `item/forgotten`. */
  lifted(found: readonly MarkRow[], { principalId }: Author, again: Again | undefined): MarkRow[] {
    const standing = found.filter(({ whose }) => whose === '' || whose === principalId);
    const lifted = standing.filter(({ whose }) => again === 'all' || (again === 'own' && whose === principalId));
    const issues = standing.filter((mark) => !lifted.includes(mark)).flatMap((mark) => this.issuesOf(mark, again));
    if (issues.length === 0) return lifted;
    throw new CairnError('item/forgotten', 'Some of this belongs to a session or source that was forgotten.', {
      issues,
    });
  }

  private issuesOf({ mark }: MarkRow, again: Again | undefined): FieldIssue[] {
    const allowed = again === undefined ? 'another one, or again=true' : 'another one, or again=true by a manager';
    return (this.places.get(mark) ?? []).map(({ at, what, name }) => ({
      field: `${this.isBatch ? `[${at}].` : ''}${fieldOf[what]}`,
      message: `names a ${what} that was forgotten`,
      value: name,
      allowed,
    }));
  }
}

const fieldOf = { session: 'sessionKey', source: 'source' } as const;

const namesOf = ({ source, session_key: session }: Marked): { what: Blocked; name: string }[] => [
  { what: 'source', name: source },
  ...(session ? [{ what: 'session' as const, name: session }] : []),
];

/** Held by those who write of a source, so that it is forgotten before they begin or after they have ended. */
export const sourceLocksOf = (orgId: string, sources: readonly string[]): Lock[] =>
  [...new Set(sources)].map((key) => ({ what: 'source', orgId, key, isShared: true }));
