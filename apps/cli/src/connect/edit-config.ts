import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  keepingChoices,
  missingTables,
  UnreadableConfig,
  valueAt,
  withHooks,
  withoutHooks,
  withoutValue,
  withValue,
  type Entry,
  type McpClient,
} from '@cairn/connect';
import { createTwoFilesPatch } from 'diff';
import { CommandFailure } from '../context/exit-codes.ts';
import { openModeOf, OWNER_ONLY } from '../files/file-modes.ts';
import { backUp, readConfig, writeConfig } from './config-file.ts';
import { hashOf, type Change } from './connections.ts';

/** A change of one file that is not made yet. */
export interface Planned {
  readonly file: string;
  /** Undefined: there is no such file. */
  readonly before: string | undefined;
  readonly after: string;
  readonly what: Change['what'];
  /** It gets a key, and has this mode by which others may read it. */
  readonly openMode?: number | undefined;
}

/** Sets the entry of a server in the configuration of a client. */
export async function planEntry(
  file: string,
  { format, servers }: McpClient,
  { name, entry }: { name: string; entry: Entry },
): Promise<Planned> {
  return plan(file, (text) => {
    const path = [...servers, name];
    const former = valueAt(text, format, path);
    const addedTables = missingTables(text, format, path);
    return {
      after: withValue(text, format, path, keepingChoices(former, entry)),
      what: { kind: 'entry', format, path, addedTables, ...(former !== undefined && { former }) },
    };
  });
}

/** Adds the hooks that run a command to the settings of Claude Code. */
export const planHooks = (file: string, command: string): Promise<Planned> =>
  plan(file, (text) => ({ after: withHooks(text, command), what: { kind: 'hooks', command } }));

/** Puts a whole file of ours in its place. */
export const planFile = (file: string, text: string): Promise<Planned> =>
  plan(file, () => ({ after: text, what: { kind: 'file' } }));

export async function plan(
  file: string,
  edit: (text: string) => { after: string; what: Change['what'] },
): Promise<Planned> {
  const [before, openMode] = await Promise.all([readConfig(file), openModeOf(file)]);
  try {
    const edited = edit(before ?? '');
    return { file, before, ...edited, ...(edited.what.kind !== 'hooks' && { openMode }) };
  } catch (error) {
    throw untouched(file, error);
  }
}

/** A file's text before and after; undefined: there is no such file. */
export interface Differing {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What the change does, as people read changes; empty when it does nothing. */
export function diffOf({ file, before, after }: Differing): string {
  if (before === after) return '';
  const nameOf = (text: string | undefined) => (text === undefined ? '/dev/null' : file);
  return createTwoFilesPatch(nameOf(before), nameOf(after), before ?? '', after ?? '', '', '', { context: 2 })
    .split('\n')
    .filter((line) => !/^(=+$|Index: )/.test(line))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Makes the change, with a copy of what was there before. A file that holds a key then is for its owner alone. */
export async function make({ file, before, after, what, openMode: mode }: Planned): Promise<Change> {
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

/** Taking a change back, not done yet: all of it while nobody else has written to the file since, else what we put there. */
export interface Undoing {
  readonly change: Change;
  /** Undefined: the file is not there any more. */
  readonly before: string | undefined;
  /** Undefined: the file goes. */
  readonly after: string | undefined;
  readonly state: 'restored' | 'edited' | 'gone';
}

export async function planUndo(change: Change): Promise<Undoing> {
  const { file, backup, written, what } = change;
  const before = await readConfig(file);
  if (before === undefined) return { change, before, after: undefined, state: 'gone' };
  if (hashOf(before) !== written && what.kind !== 'file')
    return { change, before, after: undone(before, change), state: 'edited' };
  const after = backup === undefined ? undefined : ((await readConfig(backup)) ?? undone(before, change));
  return { change, before, after, state: 'restored' };
}

export async function undo({ change: { file, backup, mode }, after, state }: Undoing): Promise<void> {
  if (state === 'gone') return;
  if (after === undefined) return rm(file, { force: true });
  await writeConfig(file, after, state === 'restored' ? mode : undefined);
  if (backup !== undefined && state === 'restored') await rm(backup, { force: true });
}

function undone(text: string, { file, what }: Change): string {
  try {
    if (what.kind === 'file') return text;
    if (what.kind === 'hooks') return withoutHooks(text, what.command);
    const { format, path, addedTables, former } = what;
    return former === undefined ? withoutValue(text, format, path, addedTables) : withValue(text, format, path, former);
  } catch (error) {
    throw untouched(file, error);
  }
}

function untouched(file: string, error: unknown): unknown {
  if (!(error instanceof UnreadableConfig)) return error;
  return new CommandFailure(
    'failed',
    `${file} was left as it is: ${error.message}. Change it by hand with what --print shows (in ${dirname(file)}).`,
    { cause: error },
  );
}
