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
import { backUp, readConfig, writeConfig } from './config-file.ts';
import { hashOf, type Change } from './connections.ts';

/** A change of one file that is not made yet. */
export interface Planned {
  readonly file: string;
  /** Undefined: there is no such file. */
  readonly before: string | undefined;
  readonly after: string;
  readonly what: Change['what'];
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
  const before = await readConfig(file);
  try {
    return { file, before, ...edit(before ?? '') };
  } catch (error) {
    throw untouched(file, error);
  }
}

/** What the change does, as people read changes; empty when it does nothing. */
export function diffOf({ file, before, after }: Planned): string {
  if (before === after) return '';
  return createTwoFilesPatch(before === undefined ? '/dev/null' : file, file, before ?? '', after, '', '', {
    context: 2,
  })
    .split('\n')
    .filter((line) => !/^(=+$|Index: )/.test(line))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Makes the change, with a copy of what was there before. */
export async function make({ file, before, after, what }: Planned): Promise<Change> {
  const backup = before === undefined ? undefined : await backUp(file);
  await writeConfig(file, after);
  return { file, written: hashOf(after), what, ...(backup !== undefined && { backup }) };
}

/** Takes a change back: all of it while nobody else has written to the file since, else what we put there. Says what became of the file. */
export async function undo(change: Change): Promise<'restored' | 'edited' | 'gone'> {
  const { file, backup, written, what } = change;
  const now = await readConfig(file);
  if (now === undefined) return 'gone';
  if (hashOf(now) === written || what.kind === 'file') {
    if (backup === undefined) await rm(file, { force: true });
    else await writeConfig(file, (await readConfig(backup)) ?? undone(now, change));
    if (backup !== undefined) await rm(backup, { force: true });
    return 'restored';
  }
  await writeConfig(file, undone(now, change));
  return 'edited';
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
