import type { OrgId } from '@cairn/contracts';
import { readIdentifiers, type IdentifierMatcher } from '@cairn/text';
import { sql } from 'kysely';
import { visibilityCondition } from '../kit/conditions.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import { batchesByBytes } from './byte-batches.ts';
import type { Plan, Selection } from './forgetting.rules.ts';

/** Number of notes that a preview names. */
const NOTES_MAX = 100;
/** Number of notes that are listed at once, without their texts. */
const LISTED_AT_ONCE = 100;

interface NamedNote {
  readonly workspace: string;
  readonly path: string;
}

/** The notes that say what a selection forgets, now or in a former version: they stay. */
export interface NotesLeft {
  readonly notes: readonly NamedNote[];
  readonly hasMore: boolean;
  /** How these notes name it: `beginning` if only by a longer code that begins with the identifier of the selection. */
  readonly naming?: Naming | undefined;
}

type Naming = NonNullable<ReturnType<IdentifierMatcher['namedIn']>>;
type ListedNote = NamedNote & { readonly id: string };
type NotesQuery = Pick<Plan, 'scope' | 'selection'>;
/** How notes say what is selected, by their ids. */
type Sayings = ReadonlyMap<string, Naming>;

/** Finds the notes with the text, or the identifier, of a selection, deleted ones too; others match none. */
export async function findNotesLeft(
  tx: ReadTransaction,
  { plan }: { readonly orgId: OrgId; readonly plan: NotesQuery },
): Promise<NotesLeft> {
  const [whole, beginning]: [NamedNote[], NamedNote[]] = [[], []];
  if (mayFitNotes(plan.selection))
    for await (const page of listNotes(tx, plan)) {
      const sayings = await sayingsIn(tx, plan, page);
      const namedAs = (how: Naming) =>
        page.flatMap(({ id, workspace, path }) => (sayings.get(id) === how ? [{ workspace, path }] : []));
      whole.push(...namedAs('whole'));
      beginning.push(...namedAs('beginning'));
      if (whole.length > NOTES_MAX) break;
    }
  if (whole.length > 0) return { ...firstOf(whole), naming: 'whole' };
  return beginning.length > 0 ? { ...firstOf(beginning), naming: 'beginning' } : NO_NOTES;
}

export const NO_NOTES: NotesLeft = { notes: [], hasMore: false };
const firstOf = (notes: readonly NamedNote[]) => ({
  notes: notes.slice(0, NOTES_MAX),
  hasMore: notes.length > NOTES_MAX,
});

/** Whether notes can match a selection: it selects by text or identifier, and by nothing that notes do not have. */
const mayFitNotes = ({ contains, identifier, channel: _, since: __, lineage: ___, ...others }: Selection): boolean =>
  (contains !== undefined || identifier !== undefined) && Object.values(others).every((each) => each === undefined);

async function* listNotes(tx: ReadTransaction, { scope, selection }: NotesQuery): AsyncGenerator<ListedNote[]> {
  const { queries } = tx.dialect;
  const { channel } = selection;
  const seen = queries.selectFrom('workspace').select(['id', 'name']).where(visibilityCondition(scope, 'workspace'));
  const named = channel === undefined ? seen : seen.where('workspace.channel', '=', channel);
  for (const { id: workspaceId, name } of await tx.all(named.orderBy('name').orderBy('id')))
    for (let after = '', isLast = false; !isLast;) {
      const notes = queries.selectFrom('note').select(['id', 'path']).where('org_id', '=', scope.orgId);
      const later = notes.where('workspace_id', '=', workspaceId).where('path', '>', after);
      const page = await tx.all(later.orderBy('path').limit(LISTED_AT_ONCE));
      yield page.map(({ id, path }) => ({ id, path, workspace: name }));
      after = page.at(-1)?.path ?? after;
      isLast = page.length < LISTED_AT_ONCE;
    }
}

/** Tells how versions of these notes say what is selected. Reads some bytes of texts at a time for an identifier. */
async function sayingsIn(
  tx: ReadTransaction,
  { scope, selection: { contains, identifier, since } }: NotesQuery,
  notes: readonly ListedNote[],
): Promise<Sayings> {
  const sayings = new Map<string, Naming>();
  const ids = notes.map(({ id }) => id);
  if (ids.length === 0) return sayings;
  let versions = tx.dialect.queries.selectFrom('note_version').where('org_id', '=', scope.orgId);
  versions = versions.where('note_id', 'in', ids);
  if (since !== undefined) versions = versions.where('at', '>=', since);
  if (contains !== undefined) versions = versions.where(tx.dialect.containsText(sql.ref('content'), contains));
  if (identifier === undefined) {
    for (const { note_id: id } of await tx.all(versions.select('note_id').distinct())) sayings.set(id, 'whole');
    return sayings;
  }
  const naming = readIdentifiers(identifier);
  if (!naming) return sayings;
  const bytes = sql<number>`octet_length(content)`.as('bytes');
  for (const some of batchesByBytes(await tx.all(versions.select(['note_id', 'version', bytes]))))
    for (const { note_id: id, content } of await tx.all(
      versions
        .select(['note_id', 'content'])
        .where((eb) => eb.or(some.map(({ note_id, version }) => eb.and({ note_id, version })))),
    )) {
      const how = naming.namedIn(content);
      if (how && sayings.get(id) !== 'whole') sayings.set(id, how);
    }
  return sayings;
}
