import { setImmediate as othersTurn } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import {
  CairnError,
  limits,
  type NoteRefusal,
  type ParsedInput,
  type PutNoteResponse,
  type ReadNotesResponse,
  type RouteOutput,
  type VisibilityInput,
} from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { linkName, normaliseNotePath } from '@cairn/notes';
import { maskText } from '@cairn/masking';
import { maskedCountsOf, readText, refuseSecret, Serves, type MaskedKinds, Uses } from '@cairn/platform';
import { ChangeQueue, type NoteOutcome, type WorkspaceName } from '@cairn/ports';
import { notes, type Notes, putNote, removeNote, visibilityOf } from '@cairn/store';
import { bulkhead } from 'cockatiel';
import { overwriteOf } from '../items/overwrite.ts';
import { PrivateReach } from '../items/private-reach.ts';
import { linksLeftBehind, LOOKED_AT_MAX } from './backlinks.ts';
import { appendLines, insertLines, replaceOnce } from './note-edits.ts';
import { newNote } from './new-note.ts';

type Done = NoteOutcome & { readonly outcome: 'done' };

/** Routes of notes: Markdown files in workspaces. A change is applied only to the version on which it was decided. */
@Controller()
export class NotesController {
  private readonly changes = new ChangeQueue();

  constructor(
    @Uses(notes) private readonly notes: Notes,
    private readonly reach: PrivateReach,
  ) {}

  @Serves('putNote')
  putNote(author: Principal, { query, body }: ParsedInput<'putNote'>): Promise<RouteOutput<'putNote'>> {
    return this.put(author, { query, body }, maskedCountsOf(body));
  }

  private async put(
    author: Principal,
    { query, body }: ParsedInput<'putNote'>,
    masked: MaskedKinds | undefined,
  ): Promise<PutNoteResponse> {
    const { channel, expectedVersion } = body;
    const path = normaliseNotePath(body.path);
    const note = await newNote(author.orgId, path, body.text);
    const workspace = workspaceName(author, body);
    const place = { author, workspace: body.workspace, path, expectedVersion };
    const done = await this.decided(place, () =>
      putNote(this.notes, {
        scope: scopeOf(author, channel),
        author,
        workspace,
        note,
        expectedVersion,
        overwrite: overwriteOf(author, query.overwrite === 'true'),
      }),
    );
    return { ...answerTo(path, done), ...(masked && { masked }) };
  }

  /** Writes several notes concurrently, so that they can share a commit. */
  @Serves('putNotes')
  async putNotes(author: Principal, { query, body }: ParsedInput<'putNotes'>): Promise<RouteOutput<'putNotes'>> {
    const { notes, ...place } = body;
    const known = new Set<string>();
    const bounded = bulkhead(AT_ONCE, notes.length);
    const put = async (note: (typeof notes)[number]) => {
      await othersTurn();
      return catchRefusal(note.path, () => {
        const path = normaliseNotePath(note.path);
        if (known.has(path)) throw duplicatePathError(path);
        known.add(path);
        refuseSecret(author, 'path', path);
        return this.put(author, { query, body: { ...place, ...note } }, maskedCountsOf(note));
      });
    };
    return { results: await Promise.all(notes.map((note) => bounded.execute(() => put(note)))) };
  }

  @Serves('readNotes')
  async readNotes(principal: Principal, { body }: ParsedInput<'readNotes'>): Promise<RouteOutput<'readNotes'>> {
    const { paths, ...place } = body;
    const results: ReadNotesResponse['results'] = [];
    let room: number = limits.noteBatchText.max;
    for (const path of paths) {
      const read = await catchRefusal(path, async () => ({
        note: await this.getNote(principal, { query: { ...place, path } }),
      }));
      room -= 'note' in read ? read.note.chars : 0;
      if (room < 0 && results.length > 0) break;
      results.push(read);
    }
    return { results };
  }

  /** Appends a text to a note, after any text that another caller appends concurrently. */
  @Serves('appendNote')
  async appendNote(author: Principal, { query, body }: ParsedInput<'appendNote'>): Promise<RouteOutput<'appendNote'>> {
    return this.edit(author, { query, body }, (before) => appendLines(before ?? '', body.text));
  }

  @Serves('replaceInNote')
  async replaceInNote(
    author: Principal,
    { query, body }: ParsedInput<'replaceInNote'>,
  ): Promise<RouteOutput<'replaceInNote'>> {
    const { oldText, newText } = body;
    return this.edit(author, { query, body }, (before, path) =>
      replaceOnce(requireNote(before, path), { path, oldText, newText }),
    );
  }

  @Serves('insertInNote')
  async insertInNote(
    author: Principal,
    { query, body }: ParsedInput<'insertInNote'>,
  ): Promise<RouteOutput<'insertInNote'>> {
    const { afterLine, text } = body;
    return this.edit(author, { query, body }, (before, path) =>
      insertLines(requireNote(before, path), { path, afterLine, text }),
    );
  }

  /** Gives a note another path. The text stays as it is stored, but what is read from it can depend on its path. */
  @Serves('renameNote')
  async renameNote(author: Principal, { query, body }: ParsedInput<'renameNote'>): Promise<RouteOutput<'renameNote'>> {
    const [path, newPath] = [normaliseNotePath(body.path), normaliseNotePath(body.newPath)];
    const renamed = await this.edit(author, { query, body }, requireNote, newPath);
    const place = { scope: scopeOf(author, body.channel), workspace: body.workspace };
    const name = linkName(path);
    const [linking, named] = await Promise.all([
      this.notes.linksTo({ ...place, linkName: name, limit: LOOKED_AT_MAX }),
      this.notes.named({ ...place, linkNames: [name] }),
    ]);
    const left = linksLeftBehind(linking, { path, newPath, named });
    return { ...renamed, linking: left.slice(0, limits.backlinks.max) };
  }

  /**
   * Stores a version of a note whose text is computed from its present text, undefined if there is none. Computes it again
   * after a concurrent change, unless the request names a version.
   */
  private async edit(
    author: Principal,
    { query, body }: { query: { overwrite?: 'true' | 'false' | undefined }; body: NoteEdit },
    textAfter: (before: string | undefined, path: string) => string,
    newPath?: string,
  ): Promise<PutNoteResponse> {
    const { expectedVersion } = body;
    const path = normaliseNotePath(body.path);
    const scope = scopeOf(author, body.channel);
    const workspace = workspaceName(author, body);
    const secrets = author.masking !== 'off';
    let masked = maskedCountsOf(body);
    const done = await this.decided({ author, workspace: body.workspace, path, expectedVersion }, async () => {
      const present = await this.notes.find({ scope, workspace, path });
      if (expectedVersion !== undefined && present && present.version !== expectedVersion)
        return { outcome: 'stale', version: present.version };
      // Masks the whole text again, since two parts together can form a secret that neither contains.
      const all = textAfter(present?.text, path);
      const whole = await readText(author.orgId, { name: 'maskText', here: maskText }, all, { secrets });
      if (whole.kinds.length > 0) masked ??= { [whole.kinds[0]!]: whole.kinds.length };
      const note = await newNote(author.orgId, newPath ?? path, whole.text);
      return putNote(this.notes, {
        scope,
        author,
        workspace,
        note,
        renamedFrom: newPath === undefined ? undefined : path,
        expectedVersion: present?.version ?? 0,
        overwrite: overwriteOf(author, query.overwrite === 'true'),
      });
    });
    return { ...answerTo(newPath ?? path, done), ...(masked && { masked }) };
  }

  /** Deletes a page of notes, each by a commit of its own, so that no other writer waits for all of them. */
  @Serves('removeNotes')
  async removeNotes(author: Principal, { body }: ParsedInput<'removeNotes'>): Promise<RouteOutput<'removeNotes'>> {
    const { workspace, channel, prefix, after, forget } = body;
    const scope = scopeOf(author, channel);
    const limit = limits.noteBatch.max;
    const page = { prefix, after, limit: limit + 1, includeDeleted: forget };
    const found = await this.notes.list({ scope, workspace, page });
    const bounded = bulkhead(AT_ONCE, limit);
    const remove = ({ path }: { path: string }) =>
      catchRefusal(path, async () => {
        const act = () => removeNote(this.notes, { scope, author, workspace, path, forget });
        const { note } = answerOf(path, await this.decided({ author, workspace, path }, act));
        return { version: note.version };
      });
    const listed = found.slice(0, limit);
    const results = await Promise.all(listed.map((note) => bounded.execute(() => remove(note))));
    return { results, nextAfter: found.length > limit ? (listed.at(-1)?.path ?? null) : null };
  }

  @Serves('removeNote')
  async removeNote(caller: Principal, { query }: ParsedInput<'removeNote'>): Promise<RouteOutput<'removeNote'>> {
    const author = await this.reach.of(caller, query.privateOf, 'removeNote');
    const { workspace, expectedVersion, forget } = query;
    const path = normaliseNotePath(query.path);
    const scope = scopeOf(author, query.channel);
    const { note } = answerOf(
      path,
      await this.decided({ author, workspace, path, expectedVersion }, () =>
        removeNote(this.notes, { scope, author, workspace, path, expectedVersion, forget }),
      ),
    );
    return { path, version: note.version, forgotten: forget };
  }

  @Serves('listNotes')
  async listNotes(caller: Principal, { query }: ParsedInput<'listNotes'>): Promise<RouteOutput<'listNotes'>> {
    const { workspace, channel, limit, privateOf, ...page } = query;
    const principal = await this.reach.of(caller, privateOf, 'listNotes');
    const found = await this.notes.list({
      scope: scopeOf(principal, channel),
      workspace,
      page: { ...page, limit: limit + 1 },
    });
    const notes = found.slice(0, limit);
    return { notes, nextAfter: found.length > limit ? (notes.at(-1)?.path ?? null) : null };
  }

  @Serves('getNote')
  async getNote(caller: Principal, { query }: ParsedInput<'getNote'>): Promise<RouteOutput<'getNote'>> {
    const { workspace, channel, version, privateOf } = query;
    const principal = await this.reach.of(caller, privateOf, 'getNote');
    const path = normaliseNotePath(query.path);
    const note = await this.notes.find({ scope: scopeOf(principal, channel), workspace, path, version });
    if (!note) throw unknownNoteError(path);
    return note;
  }

  @Serves('noteVersions')
  async noteVersions(
    principal: Principal,
    { query }: ParsedInput<'noteVersions'>,
  ): Promise<RouteOutput<'noteVersions'>> {
    const { workspace, channel, limit, before } = query;
    const path = normaliseNotePath(query.path);
    const versions = await this.notes.versions({ scope: scopeOf(principal, channel), workspace, path, limit, before });
    if (versions.length === 0) throw unknownNoteError(path);
    return { path, versions };
  }

  @Serves('workspaces')
  async workspaces(principal: Principal, { query }: ParsedInput<'workspaces'>): Promise<RouteOutput<'workspaces'>> {
    return { workspaces: await this.notes.workspaces({ scope: scopeOf(principal, query.channel) }) };
  }

  /** Makes a change. If the request names a version, tries once; otherwise tries again after concurrent changes. */
  private async decided(change: NoteChange, act: () => Promise<NoteOutcome>): Promise<NoteOutcome> {
    const { author, workspace, path, expectedVersion } = change;
    let version = 0;
    const attempt = async () => {
      const outcome = await act();
      if (outcome.outcome !== 'stale') return outcome;
      version = outcome.version;
      return undefined;
    };
    const done = await (expectedVersion === undefined
      ? this.changes.run([author.orgId, workspace, path], attempt)
      : attempt());
    if (!done) throw staleError(expectedVersion, version);
    return done;
  }
}

/** Number of notes of one request that are stored concurrently; the others wait in order. */
const AT_ONCE = 16;

/**
 * Turns an error that one note causes into the result of that note. An error of the store still fails the whole
 * request.
 */
async function catchRefusal<Done>(
  path: string,
  act: () => Promise<Done>,
): Promise<(Done & { path: string }) | { path: string; error: NoteRefusal }> {
  try {
    return { path, ...(await act()) };
  } catch (error) {
    if (!(error instanceof CairnError) || error.http >= 500) throw error;
    const { code, message } = error;
    const issues = error.issues.map(({ field, message: what, allowed }) => ({
      field,
      message: what,
      ...(allowed !== undefined && { allowed }),
    }));
    return { path, error: { code, message, ...(issues.length > 0 && { issues }) } };
  }
}

const duplicatePathError = (path: string) =>
  new CairnError('request/invalid', `The request names ${JSON.stringify(path)} twice.`);

/**
 * Names the workspace of a request. If the request names no readers, this is the nearest workspace with the name, and a
 * new workspace gets the readers of its channel.
 */
function workspaceName(
  author: Principal,
  {
    workspace: name,
    ...place
  }: { workspace: string; channel?: string | undefined; visibility?: VisibilityInput | undefined },
): WorkspaceName {
  const visibility = visibilityOf(author, place, '');
  const isAnyNearest = place.visibility === undefined && place.channel === undefined;
  return isAnyNearest ? { name } : { name, readers: { visibility, channel: place.channel ?? null } };
}

interface NoteChange {
  readonly author: Principal;
  readonly workspace: string;
  readonly path: string;
  readonly expectedVersion?: number | undefined;
}

interface NoteEdit {
  readonly path: string;
  readonly workspace: string;
  readonly channel?: string | undefined;
  readonly expectedVersion?: number | undefined;
}

function answerOf(path: string, outcome: NoteOutcome): Done {
  if (outcome.outcome === 'done') return outcome;
  if (outcome.outcome === 'taken')
    throw new CairnError('note/exists', `The workspace has a note ${JSON.stringify(path)} already.`, {
      issues: [{ field: 'newPath', message: 'is the path of another note' }],
    });
  throw unknownNoteError(path);
}

function answerTo(path: string, outcome: NoteOutcome): Omit<PutNoteResponse, 'masked'> {
  const { note, isChanged, isNew } = answerOf(path, outcome);
  return { note, created: isNew, changed: isChanged };
}

/** Returns the text of a note; throws `note/unknown` if there is no such note. */
function requireNote(text: string | undefined, path: string): string {
  if (text === undefined) throw unknownNoteError(path);
  return text;
}

export const unknownNoteError = (path: string) =>
  new CairnError('note/unknown', `The workspace has no note ${JSON.stringify(path)}, or not in this version.`);

function staleError(expected: number | undefined, version: number): CairnError {
  const problem =
    version === 0 ? 'is not right: there is no such note' : `is not the present version, which is ${version}`;
  return new CairnError('item/stale-version', `The note has the version ${version} now.`, {
    issues: [{ field: 'expectedVersion', message: problem, value: expected, allowed: String(version) }],
  });
}
