import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  keepUserChoices,
  countMissingTables,
  hasInput,
  UnreadableConfig,
  readValueAt,
  withHooks,
  withEntry,
  withoutHooks,
  withoutInput,
  withoutValue,
  withValue,
  type Entry,
  type HookClient,
  type KeyInput,
  type McpClient,
} from '@cairn/connect';
import { createTwoFilesPatch } from 'diff';
import { CommandFailure } from '../context/exit-codes.ts';
import { openModeOf, OWNER_ONLY } from '../files/file-modes.ts';
import { backUp, readConfig, writeConfig } from './config-file.ts';
import { hashOf, type Change } from './connections.ts';

/** Change of one file that is planned but not made yet. */
export interface PlannedEdit {
  readonly file: string;
  /** Current text; undefined if the file does not exist. */
  readonly before: string | undefined;
  readonly after: string;
  readonly what: Change['what'];
  /** Present mode of a file that other users can read and that will receive a key; absent for any other file. */
  readonly openMode?: number | undefined;
}

/** Entry of a server as it will be written. */
export interface WrittenEntry {
  readonly name: string;
  readonly entry: Entry;
  readonly input?: KeyInput | undefined;
  /** False if the key stands in another place than the file. */
  readonly holdsKey: boolean;
}

/** Plans a server's entry in the configuration of a client. */
export async function planEntry(file: string, client: McpClient, written: WrittenEntry): Promise<PlannedEdit> {
  const { format, servers } = client;
  const { name, entry, input, holdsKey } = written;
  return planEdit(
    file,
    (text) => {
      const path = [...servers, name];
      const former = readValueAt(text, format, path);
      const addedTables = countMissingTables(text, format, path);
      const isNewInput = input && !hasInput(text, input);
      return {
        after: withEntry(text, client, { name, entry: keepUserChoices(former, entry), input }),
        what: {
          ...{ kind: 'entry', format, path, addedTables },
          ...(former !== undefined && { former }),
          ...(isNewInput && { input: { list: input.list, id: input.declared.id } }),
        },
      };
    },
    { holdsKey },
  );
}

/** Plans lines at the end of a file. */
export const planLines = (file: string, lines: readonly string[]): Promise<PlannedEdit> =>
  planEdit(
    file,
    (text) => ({
      after: `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`,
      what: { kind: 'lines', lines: [...lines] },
    }),
    { holdsKey: false },
  );

/** Plans the hooks of a client that run a command line. In a file that other programs use too, they stand beside theirs. */
export const planHooks = (file: string, client: HookClient, command: string): Promise<PlannedEdit> =>
  client.layout === 'owned' || client.layout === 'plugin'
    ? planFile(file, withHooks(client, '', command))
    : planEdit(file, (text) => ({ after: withHooks(client, text, command), what: { kind: 'hooks', command } }), {
        holdsKey: false,
      });

/** Plans a file that belongs to Cairn as a whole. */
export const planFile = (file: string, text: string): Promise<PlannedEdit> =>
  planEdit(file, () => ({ after: text, what: { kind: 'file' } }), { holdsKey: true });

async function planEdit(
  file: string,
  edit: (text: string) => { after: string; what: Change['what'] },
  { holdsKey }: { readonly holdsKey: boolean },
): Promise<PlannedEdit> {
  const [before, openMode] = await Promise.all([readConfig(file), openModeOf(file)]);
  try {
    const edited = edit(before ?? '');
    return { file, before, ...edited, ...(holdsKey && { openMode }) };
  } catch (error) {
    throw unchangedFailure(file, error);
  }
}

/** Texts of a file before and after a change; undefined means that the file does not exist. */
export interface FileDifference {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Diff of the change in unified format; empty when nothing changes. */
export function diffOf({ file, before, after }: FileDifference): string {
  if (before === after) return '';
  const nameOf = (text: string | undefined) => (text === undefined ? '/dev/null' : file);
  return createTwoFilesPatch(nameOf(before), nameOf(after), before ?? '', after ?? '', '', '', { context: 2 })
    .split('\n')
    .filter((line) => !/^(=+$|Index: )/.test(line))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Backs up the file and makes the change. If the file receives a key, only its owner can read it afterwards. */
export async function applyEdit({ file, before, after, what, openMode: mode }: PlannedEdit): Promise<Change> {
  const backup = before === undefined ? undefined : await backUp(file);
  await writeConfig(file, after, mode === undefined ? undefined : OWNER_ONLY);
  return {
    file,
    written: hashOf(after),
    what,
    ...(backup !== undefined && { backup }),
    ...(mode !== undefined && { mode }),
  };
}

/**
 * Planned undo of a change. If nobody has written to the file since the change, the whole file is restored; otherwise
 * only our part is undone.
 */
export interface PlannedUndo {
  readonly change: Change;
  /** Current text; undefined if the file no longer exists. */
  readonly before: string | undefined;
  /** Text after the undo; undefined deletes the file. */
  readonly after: string | undefined;
  readonly state: 'restored' | 'edited' | 'gone';
}

export async function planUndo(change: Change): Promise<PlannedUndo> {
  const { file, backup, written, what } = change;
  const before = await readConfig(file);
  if (before === undefined) return { change, before, after: undefined, state: 'gone' };
  if (hashOf(before) !== written && what.kind !== 'file')
    return { change, before, after: removeEntry(before, change), state: 'edited' };
  const after = backup === undefined ? undefined : ((await readConfig(backup)) ?? removeEntry(before, change));
  return { change, before, after, state: 'restored' };
}

export async function applyUndo({ change: { file, backup, mode }, after, state }: PlannedUndo): Promise<void> {
  if (state === 'gone') return;
  if (after === undefined) return rm(file, { force: true });
  await writeConfig(file, after, state === 'restored' ? mode : undefined);
  if (backup !== undefined && state === 'restored') await rm(backup, { force: true });
}

function removeEntry(text: string, { file, what }: Change): string {
  try {
    if (what.kind === 'file') return text;
    if (what.kind === 'hooks') return withoutHooks(text, what.command);
    if (what.kind === 'lines') return removeLines(text, what.lines);
    const { format, path, addedTables, former, input } = what;
    const left = input ? withoutInput(text, input) : text;
    return former === undefined ? withoutValue(left, format, path, addedTables) : withValue(left, format, path, former);
  } catch (error) {
    throw unchangedFailure(file, error);
  }
}

const removeLines = (text: string, lines: readonly string[]): string =>
  text
    .split(/(?<=\n)/)
    .filter((line) => !lines.includes(line.replace(/\r?\n$/, '')))
    .join('');

function unchangedFailure(file: string, error: unknown): unknown {
  if (!(error instanceof UnreadableConfig)) return error;
  return new CommandFailure(
    'failed',
    `${file} was left as it is: ${error.message}. Change it by hand with what --print shows (in ${dirname(file)}).`,
    { cause: error },
  );
}
