import { CairnError, type ItemId, type OrgId } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import type { NoteOutcome } from '@cairn/ports';
import type { RemoveCommand } from './note-removal.ts';
import { SECTIONS_AT_ONCE, type Settling } from './note-sections.ts';
import type { PreparedSections, Notes, Put, PutCommand } from './notes.ts';

/** The maximum number of attempts of a write: other writers may store versions of the note between two attempts. */
const WRITE_ATTEMPTS_MAX = 5;

const pagesOf = <Value>(values: readonly Value[]): Value[][] =>
  Array.from({ length: Math.ceil(values.length / SECTIONS_AT_ONCE) }, (_, at) =>
    values.slice(at * SECTIONS_AT_ONCE, (at + 1) * SECTIONS_AT_ONCE),
  );

type Write = Omit<PutCommand, 'scope' | 'ready'> & { readonly scope: Scope };

/**
 * Stores a version of a note; creates the workspace with its first note. Storing the current text again changes nothing.
 * `expectedVersion` is the version that the change is based on, 0 if the note must not exist; if absent, any version is
 * replaced. Refuses a path or a text that was forgotten for good with `item/forgotten`, unless `overwrite` is set. Throws
 * `truth/overloaded` if other versions were stored during every attempt.
 */
export async function putNote(notes: Notes, write: Write): Promise<NoteOutcome> {
  const { orgId } = write.scope;
  for (let tries = 0; tries < WRITE_ATTEMPTS_MAX; tries += 1) {
    const first = await notes.put(write);
    const done = first.ahead ? await putNoteInPages(notes, write, first.ahead) : first;
    if (done.outcome) return finishPages(notes, orgId, { outcome: done.outcome, settles: done.settles });
  }
  throw new CairnError('truth/overloaded', 'Other writers changed this note during every attempt. Nothing was stored.');
}

/** Writes the sections in several commits. They stay hidden until a last commit shows all of them. */
async function putNoteInPages(notes: Notes, write: Write, { fresh, ...version }: PreparedSections): Promise<Put> {
  const { note, scope, author, workspace } = write;
  const { path, timestamp, tags } = note;
  const ids: ItemId[] = [];
  let done: Put = {};
  try {
    for (const sections of pagesOf(fresh.map((at) => note.sections[at]!))) {
      const page = { scope, author, workspace, ...version, note: { path, timestamp, tags }, sections };
      ids.push(...(await notes.ahead(page)));
    }
    done = await notes.put({ ...write, ready: { ...version, ids } });
    return done;
  } finally {
    if (done.outcome?.outcome !== 'done')
      await abandonShown(notes, scope.orgId, { noteId: version.noteId, shown: ids });
  }
}

async function abandonShown(notes: Notes, orgId: OrgId, { noteId, shown: ids }: Settling): Promise<void> {
  await notes.giveUp({ orgId, noteId, ids });
  await finishPages(notes, orgId, { outcome: undefined, settles: { noteId, shown: [] } });
}

/** Does the remaining work of a commit page by page. If this process stops early, the sweeper continues. */
async function finishPages<Outcome>(
  notes: Notes,
  orgId: OrgId,
  { outcome, settles }: { readonly outcome: Outcome; readonly settles: Settling | undefined },
): Promise<Outcome> {
  if (!settles) return outcome;
  const { noteId, shown } = settles;
  for (const ids of pagesOf(shown)) await notes.tell({ orgId, ids });
  while ((await notes.erase({ orgId, noteId })) === SECTIONS_AT_ONCE);
  return outcome;
}

/**
 * Deletes a note. Its versions stay, unless `forget` is set. A writer may forget a note only if they wrote all of its
 * versions.
 */
export async function removeNote(
  notes: Notes,
  removal: Omit<RemoveCommand, 'scope'> & { readonly scope: Scope },
): Promise<NoteOutcome> {
  const { outcome, settles } = await notes.remove(removal);
  if (!outcome) throw new Error('A removal comes to something.');
  return finishPages(notes, removal.scope.orgId, { outcome, settles });
}
