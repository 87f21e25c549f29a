import rules from '../memory-tool.json' with { type: 'json' };
import { codeOf, type Notes } from './notes.ts';

/** A command of Anthropic's memory tool (`memory_20250818`). */
export type MemoryCommand =
  | { readonly command: 'view'; readonly path: string; readonly view_range?: readonly number[] | undefined }
  | { readonly command: 'create'; readonly path: string; readonly file_text: string }
  | {
      readonly command: 'str_replace';
      readonly path: string;
      readonly old_str: string;
      readonly new_str?: string | undefined;
    }
  | { readonly command: 'insert'; readonly path: string; readonly insert_line: number; readonly insert_text: string }
  | { readonly command: 'delete'; readonly path: string }
  | { readonly command: 'rename'; readonly old_path: string; readonly new_path: string };

type Of<Name extends MemoryCommand['command']> = Extract<MemoryCommand, { command: Name }>;

/** A command that cannot be done, in the words that the model expects. */
export class MemoryToolError extends Error {
  override readonly name = 'MemoryToolError';
}

export interface MemoryToolOptions {
  /** Workspace of the notes; by default `default`. */
  readonly workspace?: string;
  /** Folder of the workspace in which /memories is; by default `memories`. */
  readonly folder?: string;
}

/**
 * Handlers of the memory tool over notes: for `betaMemoryTool` of the Anthropic SDK, and `execute` for
 * `anthropic.tools.memory_20250818` of the AI SDK. A file without the ending .md is the note of that name with .md.
 */
export class MemoryTool {
  private readonly cairn: Notes;
  private readonly workspace: string;
  private readonly folder: string;

  constructor(cairn: Notes, { workspace = 'default', folder = 'memories' }: MemoryToolOptions = {}) {
    this.cairn = cairn;
    this.workspace = workspace;
    this.folder = folder;
  }

  /** Carries a command out. A refusal is an answer too, since the AI SDK shows the model what comes back. */
  readonly execute = async (command: MemoryCommand): Promise<string> => {
    try {
      return await (this[command.command] as (command: MemoryCommand) => Promise<string>)(command);
    } catch (error) {
      if (error instanceof MemoryToolError) return `Error: ${error.message}`;
      throw error;
    }
  };

  readonly view = async ({ path: shown, view_range: range }: Of<'view'>): Promise<string> => {
    const path = placeOf(shown);
    const note = path === '' ? undefined : await this.find(path);
    if (!note) return this.viewFolder(path, shown);
    const lines = note.text.split('\n');
    if (lines.length > rules.linesMax) throw refusal('tooLong', { path: shown });
    const [from = 1, to = -1] = range?.length === 2 ? range : [];
    const first = Math.max(1, from);
    return `${said('file', { path: shown })}\n${numbered(lines.slice(first - 1, to === -1 ? undefined : to), first)}`;
  };

  readonly create = async ({ path: shown, file_text: text }: Of<'create'>): Promise<string> => {
    const path = fileOf(shown);
    await this.write({ path, text, expectedVersion: 0 }, refusal('exists', { path: shown }));
    return said('created', { path: shown });
  };

  readonly str_replace = async ({
    path: shown,
    old_str: old,
    new_str: fresh = '',
  }: Of<'str_replace'>): Promise<string> => {
    const path = fileOf(shown);
    const { text, version } = await this.require(path, shown);
    const places = placesOf(text, old);
    const [at] = places;
    if (at === undefined) throw refusal('noMatch', { path: shown, oldText: old });
    if (places.length > 1)
      throw refusal('ambiguous', { oldText: old, lines: places.map((place) => lineOf(text, place) + 1).join(', ') });
    const after = text.slice(0, at) + fresh + text.slice(at + old.length);
    await this.write({ path, text: after, expectedVersion: version }, refusal('changed', { path: shown }));
    const changed = lineOf(text, at);
    const first = Math.max(0, changed - rules.snippetLines);
    const snippet = after.split('\n').slice(first, changed + rules.snippetLines + 1);
    return `${said('edited')}\n${numbered(snippet, first + 1)}`;
  };

  readonly insert = async ({ path: shown, insert_line: line, insert_text: added }: Of<'insert'>): Promise<string> => {
    const path = fileOf(shown);
    const { text, version } = await this.require(path, shown);
    const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
    if (line < 0 || line > lines.length) throw refusal('line', { line, last: lines.length });
    const after = [...lines.slice(0, line), added.replace(/\n+$/, ''), ...lines.slice(line), ''].join('\n');
    await this.write({ path, text: after, expectedVersion: version }, refusal('changed', { path: shown }));
    return said('inserted', { path: shown });
  };

  readonly delete = async ({ path: shown }: Of<'delete'>): Promise<string> => {
    const path = placeOf(shown);
    if (path === '') throw refusal('root', { act: 'delete' });
    const query = { workspace: this.workspace, path: this.noteOf(path) };
    const removed = await this.cairn.removeNote({ query }).catch(unknownAsUndefined);
    if (!removed && !(await this.removeBelow(path))) throw refusal('absent', { path: shown });
    return said('deleted', { path: shown });
  };

  readonly rename = async ({ old_path: shown, new_path: shownNew }: Of<'rename'>): Promise<string> => {
    const [path, newPath] = [placeOf(shown), placeOf(shownNew)];
    if (path === '' || newPath === '') throw refusal('root', { act: 'rename' });
    const taken = refusal('destination', { path: shownNew });
    if ((await this.find(newPath)) || (await this.list(newPath)).length > 0) throw taken;
    const files = (await this.find(path)) ? [path] : (await this.list(path)).map((file) => file.path);
    if (files.length === 0) throw refusal('absent', { path: shown });
    for (const file of files) await this.renameFile(file, newPath + file.slice(path.length), taken);
    return said('renamed', { path: shown, newPath: shownNew });
  };

  private async renameFile(file: string, newFile: string, taken: MemoryToolError): Promise<void> {
    const body = { workspace: this.workspace, path: this.noteOf(file), newPath: this.noteOf(newFile) };
    await this.cairn.renameNote({ body }).catch((error: unknown) => {
      throw codeOf(error) === 'note/exists' ? taken : error;
    });
  }

  private async viewFolder(path: string, shown: string): Promise<string> {
    const files = await this.list(path);
    if (path !== '' && files.length === 0) throw refusal('missing', { path: shown });
    const sizes = new Map<string, number>();
    for (const file of files) {
      const parts = file.path.slice(path.length).replace(/^\//, '').split('/');
      if (parts.some((part) => part.startsWith('.'))) continue;
      for (let depth = 1; depth <= Math.min(parts.length, 2); depth += 1) {
        const name = parts.slice(0, depth).join('/') + (depth < parts.length ? '/' : '');
        sizes.set(name, (sizes.get(name) ?? 0) + file.chars);
      }
    }
    const base = shown.replace(/\/$/, '');
    const all = files.reduce((sum, { chars }) => sum + chars, 0);
    const rows = [...sizes].sort(([one], [other]) => (one < other ? -1 : 1));
    return [
      said('directory', { path: shown }),
      `${sizeOf(all)}\t${shown}`,
      ...rows.map(([name, size]) => `${sizeOf(size)}\t${base}/${name}`),
    ].join('\n');
  }

  private noteOf(place: string): string {
    return `${this.folder}/${place}${/\.(md|markdown)$/i.test(place) ? '' : '.md'}`;
  }

  /** Place of a note: without the .md of a file that has another ending too. */
  private placeOfNote(note: string): string {
    const place = note.slice(this.folder.length + 1);
    const bare = place.replace(/\.md$/, '');
    return bare.slice(bare.lastIndexOf('/') + 1).includes('.') ? bare : place;
  }

  private find(place: string): Promise<{ text: string; version: number } | undefined> {
    return this.cairn
      .getNote({ query: { workspace: this.workspace, path: this.noteOf(place) } })
      .catch(unknownAsUndefined);
  }

  private async require(place: string, shown: string): Promise<{ text: string; version: number }> {
    const note = await this.find(place);
    if (note) return note;
    throw refusal((await this.list(place)).length > 0 ? 'notFile' : 'missing', { path: shown });
  }

  private async write(note: { path: string; text: string; expectedVersion: number }, stale: Error): Promise<void> {
    const body = { workspace: this.workspace, ...note, path: this.noteOf(note.path) };
    await this.cairn.putNote({ body }).catch((error: unknown) => {
      throw codeOf(error) === 'item/stale-version' ? stale : error;
    });
  }

  private async list(place: string): Promise<{ path: string; chars: number }[]> {
    const files: { path: string; chars: number }[] = [];
    for (let after: string | undefined; ;) {
      const query = { workspace: this.workspace, prefix: this.prefixOf(place), ...(after !== undefined && { after }) };
      const { notes, nextAfter } = await this.cairn.listNotes({ query });
      files.push(...notes.map(({ path, chars }) => ({ path: this.placeOfNote(path), chars })));
      if (nextAfter === null) return files;
      after = nextAfter;
    }
  }

  private async removeBelow(place: string): Promise<boolean> {
    let wasThere = false;
    for (let after: string | undefined; ;) {
      const body = { workspace: this.workspace, prefix: this.prefixOf(place), ...(after !== undefined && { after }) };
      const { results, nextAfter } = await this.cairn.removeNotes({ body });
      wasThere ||= results.length > 0;
      for (const { error } of results) if (error) throw new MemoryToolError(error.message);
      if (nextAfter === null) return wasThere;
      after = nextAfter;
    }
  }

  private prefixOf(place: string): string {
    return place === '' ? `${this.folder}/` : `${this.folder}/${place}/`;
  }
}

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
const said = (name: keyof typeof rules.says, values = {}): string => fill(rules.says[name], values);
const refusal = (name: keyof typeof rules.refuses, values: Readonly<Record<string, string | number>>) =>
  new MemoryToolError(fill(rules.refuses[name], values));

function unknownAsUndefined(error: unknown): undefined {
  if (codeOf(error) !== 'note/unknown') throw error;
}

/** Path below /memories, without slashes at its ends; empty for /memories itself. */
function placeOf(path: string): string {
  if (path !== rules.root && !path.startsWith(`${rules.root}/`)) throw refusal('outside', { path });
  const parts: string[] = [];
  for (const part of path.slice(rules.root.length).split('/')) {
    if (part === '..' && parts.pop() === undefined) throw refusal('escape', { path });
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

function fileOf(path: string): string {
  const place = placeOf(path);
  if (place === '') throw refusal('notFile', { path });
  return place;
}

function placesOf(text: string, sought: string): number[] {
  const places: number[] = [];
  if (sought === '') return places;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) places.push(at);
  return places;
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1;

const numbered = (lines: readonly string[], first: number): string =>
  lines.map((line, at) => `${String(first + at).padStart(rules.lineNumberWidth)}\t${line}`).join('\n');

function sizeOf(chars: number): string {
  const unit = Math.min(3, chars < 1024 ? 0 : Math.floor(Math.log2(chars) / 10));
  return `${Math.round((chars / 1024 ** unit) * 10) / 10}${'BKMG'[unit]}`;
}
