import { createHash, createHmac, randomBytes } from 'node:crypto';
import { CairnError, type FieldIssue, type ItemKind, type OrgId } from '@cairn/contracts';
import { forgettableBy, type Principal } from '@cairn/domain';
import type { Overwrite } from '@cairn/ports';
import type { Selectable } from 'kysely';
import { readerOf } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { foldedForms, foldText } from '../kit/fold-text.ts';
import type { Author, NewItemRow } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { auditActs } from '../kit/audit.ts';
import type { Lock, ReadTransaction, Transaction } from '../kit/transaction.ts';

/**
 * A mark is a keyed hash of a forgotten session, source, external id or text, or of a rejected text, for one audience;
 * it contains no words of these. The hash key is in another table, so that somebody with only a copy of this table cannot
 * find the texts by trying.
 */
export const forgottenMark = defineTable({
  name: 'forgotten_mark',
  columns: {
    org_id: column.id(),
    mark: column.text(),
    /**
     * The principal for whom the mark refuses writes, including the writes of their agents; '' for everyone. In the mark of
     * a rejected text, keyed hashes of its project, subject and attribute.
     */
    whose: column.text(),
    at: column.time(),
  },
  key: ['org_id', 'mark', 'whose'],
  appMay: 'select, insert, delete',
  moves: true,
});

/** The hash key for the marks of an organisation. */
export const forgetSecret = defineTable({
  name: 'forget_secret',
  columns: { org_id: column.id(), secret: column.text() },
  key: ['org_id'],
  appMay: 'select, insert',
  moves: true,
});

declare module '../kit/tables.ts' {
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
  closed: (orgId: string, channels: readonly string[]) =>
    queries.selectFrom('closed_channel').select('channel').where('org_id', '=', orgId).where('channel', 'in', channels),
  keep: (marks: readonly RowOf<typeof forgottenMark>[]) =>
    queries
      .insertInto('forgotten_mark')
      .values(marks)
      .onConflict((clash) => clash.doNothing()),
  makeSecret: (row: RowOf<typeof forgetSecret>) =>
    queries
      .insertInto('forget_secret')
      .values(row)
      .onConflict((clash) => clash.doNothing()),
  removal: (orgId: string, marks: readonly MarkRow[]) =>
    queries
      .deleteFrom('forgotten_mark')
      .where('org_id', '=', orgId)
      .where((eb) => eb.or(marks.map(({ mark, whose }) => eb.and({ mark, whose })))),
}));

/**
 * Makes the mark of a skill name that a procedure once had. A later procedure with this name is reported as one with a
 * retired name.
 */
export const retiredNameMark = (secret: string, name: string): string => markOf(secret, 'skillName', '', name);

/** Makes the mark of a statement that a person rejected, kept when the rejected memory is deleted, or of what it was about. */
export const rejectionMark = (secret: string, ownerId: string, statement: string): string =>
  markOf(secret, 'rejection', `owner ${ownerId}`, statement);

/** Kinds of groups that can be forgotten as a whole: afterwards new items of the session or source are refused. */
export type BlockableGroup = 'session' | 'source';

/**
 * Each part of an item by which the store recognises it when it is sent again: `textInPlace` is its text within its
 * session or under its title, `text` a distinctive text anywhere.
 */
type MarkPart = BlockableGroup | 'externalId' | 'text' | 'textInPlace';

const markOf = (secret: string, what: MarkPart | 'skillName' | 'rejection', reader: string, name: string): string =>
  createHmac('sha256', secret).update([what, reader, name].join('\n')).digest('base64url');

/** The marks of a session or source that was forgotten as a whole, one for each reader word. */
export const nameMarks = (secret: string, what: BlockableGroup, readers: readonly string[], name: string): string[] =>
  readers.map((reader) => markOf(secret, what, reader, foldText(name)));

export type MarkedFields = Pick<
  NewItemRow,
  'source' | 'session_key' | 'visibility' | 'principal_id' | 'channel' | 'kind' | 'external_id' | 'title' | 'content'
>;

interface NamedPart {
  readonly what: MarkPart;
  readonly name: string;
  /** The value that the refusal shows; absent for a text, which the refusal does not repeat. */
  readonly value?: string;
}

const digestOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('base64url');

const DISTINCTIVE_WORDS_MIN = 5;
const DISTINCTIVE_CHARS_MIN = 24;

/** Whether a text is distinctive on its own. "Thanks a lot" is not distinctive, since many sessions contain it. */
function isDistinctive(text: string): boolean {
  const words = text.trim().split(/\s+/u);
  if (words.length >= DISTINCTIVE_WORDS_MIN || (words.length >= 2 && /\p{N}/u.test(text))) return true;
  return words.length <= 2 && foldText(text).length >= DISTINCTIVE_CHARS_MIN;
}

/** Names the parts of a row by which it is recognised; its text in each form, since older marks contain another. */
function fingerprintPartsOf(row: MarkedFields): NamedPart[] {
  const { source, kind, session_key: session, external_id: externalId, title, content } = row;
  const named = externalId ? [{ what: 'externalId', name: digestOf(kind, source, externalId), value: externalId }] : [];
  const place = session ?? title;
  const forms = foldedForms(content);
  const inPlace = place ? forms.map((form) => ({ what: 'textInPlace', name: digestOf(foldText(place), form) })) : [];
  const said = isDistinctive(content) ? forms.map((form) => ({ what: 'text', name: digestOf(form) })) : [];
  return [...named, ...inPlace, ...said] as NamedPart[];
}

/**
 * Names the session and the source of a row: each by its normalised name and by its exact name, which older marks
 * contain.
 */
const namesOf = ({
  source,
  session_key: session,
}: MarkedFields): { what: BlockableGroup; name: string; value: string }[] =>
  [
    { what: 'source' as const, value: source },
    ...(session ? [{ what: 'session' as const, value: session }] : []),
  ].flatMap(({ what, value }) => [...new Set([foldText(value), value])].map((name) => ({ what, name, value })));

/**
 * Makes the reader word of a mark. Adds a closed channel to the word, since the members of a closed channel are an
 * audience of their own.
 */
const audienceOf = (reader: string, closedChannel: string | null | undefined): string =>
  closedChannel ? `${reader}\n${closedChannel}` : reader;

interface Place {
  readonly at: number;
  readonly kind: ItemKind;
  readonly what: MarkPart;
  readonly value?: string | undefined;
}

/** The marks that would block the given rows, and the fields of the rows that each mark refuses. */
class MarksOf {
  readonly places = new Map<string, Place[]>();
  private readonly isBatch: boolean;
  private readonly author: Author;

  constructor(rows: readonly MarkedFields[], secret: string, author: Author) {
    this.isBatch = rows.length > 1;
    this.author = author;
    for (const [at, row] of rows.entries()) {
      const { kind } = row;
      for (const { what, name, value } of namesOf(row))
        this.add(markOf(secret, what, readerOf(row), name), { at, kind, what, value });
      for (const { what, name, value } of fingerprintPartsOf(row))
        for (const audience of this.audiencesOf(row))
          this.add(markOf(secret, what, audience, name), { at, kind, what, value });
    }
  }

  private add(mark: string, place: Place): void {
    this.places.set(mark, [...(this.places.get(mark) ?? []), place]);
  }

  /**
   * The audiences that both the writer and the row's readers belong to. A mark for another audience could reveal what the
   * writer never saw.
   */
  private audiencesOf(row: MarkedFields): string[] {
    const readers = new Set([readerOf(row), '', `owner ${this.author.principalId}`]);
    return [...readers].flatMap((reader) => (row.channel ? [reader, audienceOf(reader, row.channel)] : [reader]));
  }

  /** Returns the marks that `overwrite` removes; throws `item/forgotten` if other marks still block the rows. */
  lifted(found: readonly MarkRow[], overwrite: Overwrite | undefined): MarkRow[] {
    const own = [this.author.principalId, this.author.ownerId];
    const blocking = found.filter(({ whose }) => whose === '' || own.some((id) => id === whose));
    const lifted = blocking.filter(({ whose }) => overwrite === 'all' || (overwrite === 'own' && whose !== ''));
    const left = blocking.filter((mark) => !lifted.includes(mark));
    if (left.length === 0) return lifted;
    throw new CairnError(
      'item/forgotten',
      'Some of this was forgotten for good. To store it again on purpose, send it with overwrite=true (cairn: --overwrite).',
      { issues: this.issuesOf(left, overwrite) },
    );
  }

  /** Makes one issue for each refused field of each row. */
  private issuesOf(marks: readonly MarkRow[], overwrite: Overwrite | undefined): FieldIssue[] {
    const allowed = overwrite === undefined ? 'overwrite=true' : 'overwrite=true by a manager';
    const issues = new Map<string, FieldIssue>();
    for (const { at, kind, what, value } of marks.flatMap(({ mark }) => this.places.get(mark) ?? [])) {
      const { fields, message } = kind === 'note' ? wordsOfNote : wordsOfItem;
      const field = `${this.isBatch ? `[${at}].` : ''}${fields[what]}`;
      const another = what === 'session' || what === 'source' ? 'another one, or ' : '';
      issues.set(field, { field, message: message[what], value, allowed: `${another}${allowed}` });
    }
    return [...issues.values()];
  }
}

const fieldOfItem = {
  session: 'sessionKey',
  source: 'source',
  externalId: 'externalId',
  text: 'content',
  textInPlace: 'content',
} as const;

const messageOfItem = {
  session: 'names a session that was forgotten',
  source: 'names a source that was forgotten',
  externalId: 'is the id of something that was forgotten for good',
  text: 'was forgotten for good',
  textInPlace: 'was forgotten for good',
} as const;

const wordsOfItem = { fields: fieldOfItem, message: messageOfItem };
const wordsOfNote = {
  fields: { ...fieldOfItem, externalId: 'path', text: 'text', textInPlace: 'text' },
  message: { ...messageOfItem, externalId: 'is the path of a note that was forgotten for good' },
} as const;

interface Rows {
  readonly rows: readonly MarkedFields[];
  readonly author: Author;
  readonly overwrite?: Overwrite | undefined;
}

/** Whether one of the rows was forgotten for good, either for everybody or for the author. */
export async function wasForgotten(tx: ReadTransaction, { rows, author }: Rows): Promise<boolean> {
  const queries = markQueries(tx.dialect);
  const kept = await tx.get(queries.secret, { orgId: author.orgId });
  if (!kept) return false;
  const { places } = new MarksOf(rows, kept.secret, author);
  const found = await tx.all(queries.found(author.orgId, [...places.keys()]));
  return found.some(({ whose }) => whose === '' || whose === author.principalId);
}

/**
 * Refuses rows that were forgotten. If the caller asks to store them again, removes their marks instead and audits the
 * removal. Returns early if the organisation has no marks, the common case.
 */
export async function requireNotForgotten(tx: Transaction, { rows, author, overwrite }: Rows): Promise<void> {
  const { orgId } = author;
  const queries = markQueries(tx.dialect);
  const kept = await tx.get(queries.secret, { orgId });
  if (!kept) return;
  const ofRows = new MarksOf(rows, kept.secret, author);
  const lifted = ofRows.lifted(await tx.all(queries.found(orgId, [...ofRows.places.keys()])), overwrite);
  if (lifted.length === 0) return;
  await tx.run(queries.removal(orgId, lifted));
  await auditActs(tx, { author, action: 'restore', kind: 'selection', id: NO_ID, version: lifted.length });
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Computes the value of `whose`: '' (everyone) if a manager forgets, otherwise the author. */
export const markOwnerOf = (author: Pick<Principal, 'principalId' | 'role'>): string =>
  forgettableBy(author) === 'all' ? '' : author.principalId;

/** Returns the organisation's hash key; creates it when the organisation first forgets something. */
export async function secretOf(tx: Transaction, orgId: OrgId): Promise<string> {
  const { makeSecret, secret } = markQueries(tx.dialect);
  const kept = await tx.get(secret, { orgId });
  if (kept) return kept.secret;
  const made = { org_id: orgId, secret: randomBytes(32).toString('base64url') };
  await tx.run(makeSecret(made));
  return (await tx.get(secret, { orgId }))?.secret ?? made.secret;
}

interface MarkOptions {
  readonly orgId: OrgId;
  readonly whose: string;
  /**
   * Whether the rows were chosen one by one. A row that is forgotten together with many others leaves no mark of its
   * `text`.
   */
  readonly isChosen: boolean;
}

/** Stores marks of rows that are being forgotten, so that the rows are recognised when they are sent again. */
export async function storeMarks(
  tx: Transaction,
  rows: readonly MarkedFields[],
  { orgId, whose, isChosen }: MarkOptions,
): Promise<void> {
  const queries = markQueries(tx.dialect);
  const channels = [...new Set(rows.flatMap(({ channel }) => channel ?? []))];
  const closed = channels.length === 0 ? [] : await tx.all(queries.closed(orgId, channels));
  const closedNames = new Set(closed.map(({ channel }) => channel));
  const secret = await secretOf(tx, orgId);
  const marks = rows.flatMap((row) => {
    const reader = readerOf(row);
    const audience = audienceOf(reader, closedNames.has(row.channel ?? '') ? row.channel : null);
    // Whoever wrote an item for some may send it again in private, in whatever channel.
    const audiences = audience === '' ? [audience] : [...new Set([audience, `owner ${row.principal_id}`])];
    return fingerprintPartsOf(row)
      .filter(({ what }) => isChosen || what !== 'text')
      .flatMap(({ what, name }) => audiences.map((each) => markOf(secret, what, each, name)));
  });
  if (marks.length === 0) return;
  await tx.run(queries.keep([...new Set(marks)].map((mark) => ({ org_id: orgId, mark, whose, at: tx.now }))));
}

/**
 * Makes the shared locks that a write takes for its sources. Forgetting a source waits for running writes, and later
 * writes wait for the forgetting.
 */
export const sourceLocksOf = (orgId: string, sources: readonly string[]): Lock[] =>
  [...new Set(sources.map(foldText))].map((key) => ({ what: 'source', orgId, key, isShared: true }));
