import { setTimeout as sleep } from 'node:timers/promises';
import type { CairnClient } from '../server/cairn-client.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { lockFolder } from './folder-lock.ts';
import { SafeFolder } from './safe-folder.ts';
import { syncPatterns, type PatternsReport } from './sync-patterns.ts';
import { syncRound, type RoundOptions, type SyncReport } from './sync-round.ts';
import { SyncState } from './sync-state.ts';
import { watchFolder } from './watch-folder.ts';
import { Workspace, type WorkspaceOptions } from './workspace.ts';

export interface SyncOptions extends RoundOptions, WorkspaceOptions {
  /** Which project `.forge/memory/project.jsonl` belongs to. */
  readonly project: string;
  readonly onRound: (report: SyncReport, patterns: PatternsReport | undefined) => void;
  /** Keeps on: a change in the folder is taken after this quiet, one of the workspace at the next look at it. */
  readonly watch?: { readonly quietMs: number; readonly everyMs: number };
}

/** Keeps a folder and a workspace in step, once or until it is interrupted. */
export async function syncFolder(path: string, client: CairnClient, options: SyncOptions): Promise<void> {
  const folder = opened(path);
  try {
    const unlock = lockFolder(folder);
    try {
      await syncLocked(folder, client, options);
    } finally {
      unlock();
    }
  } finally {
    folder.close();
  }
}

function opened(path: string): SafeFolder {
  try {
    return new SafeFolder(path);
  } catch (cause) {
    throw new CommandFailure('failed', `${path} is no folder that can be opened: ${(cause as Error).message}`, {
      cause,
    });
  }
}

async function syncLocked(folder: SafeFolder, client: CairnClient, options: SyncOptions): Promise<void> {
  const workspace = new Workspace(client, options);
  const state = new SyncState(folder, options.workspace);
  try {
    const sides = { folder, state, workspace };
    const id = await workspace.id();
    requireSame(state, id, options);
    let notes = await workspace.list();
    const patterns = () => syncPatterns({ folder, state, client }, options);
    options.onRound(await syncRound(sides, notes, options), await patterns());
    await belong(state, workspace);
    if (!options.watch) return;
    for await (const side of changes(folder, options.watch, options.signal)) {
      if (side === 'workspace') notes = await workspace.list();
      const report = await syncRound(sides, notes, options);
      options.onRound(report, side === 'workspace' ? await patterns() : undefined);
      await belong(state, workspace);
    }
  } finally {
    state.close();
  }
}

/** Versions of one workspace say nothing of another: a folder that changes its server would lose files. */
function requireSame({ workspaceId }: SyncState, id: string | undefined, { workspace, allowEmpty }: SyncOptions): void {
  if (workspaceId === undefined || workspaceId === id || (id === undefined && allowEmpty)) return;
  throw new CommandFailure(
    'failed',
    `The folder was in step with another workspace ${JSON.stringify(workspace)}${id === undefined ? ', and this server has none' : ''}. Name its server, or remove the folder .cairn-sync to begin anew: nothing is deleted then.`,
  );
}

async function belong(state: SyncState, workspace: Workspace): Promise<void> {
  if (state.workspaceId !== undefined) return;
  const id = await workspace.id();
  if (id !== undefined) state.belongTo(id);
}

/** Which side is to be looked at again, until it is interrupted. Changes that come during a round are one more. */
async function* changes(
  folder: SafeFolder,
  { quietMs, everyMs }: { readonly quietMs: number; readonly everyMs: number },
  signal: AbortSignal,
): AsyncGenerator<'folder' | 'workspace'> {
  const watcher = watchFolder(folder.root, quietMs);
  try {
    let lookAt = Date.now() + everyMs;
    while (!signal.aborted) {
      const wait = new AbortController();
      const due = sleep(Math.max(0, lookAt - Date.now()), 'workspace' as const, {
        signal: AbortSignal.any([signal, wait.signal]),
      }).catch(() => undefined);
      const side = await Promise.race([due, watcher.changed()]);
      wait.abort();
      if (signal.aborted || side === undefined) return;
      if (side === 'workspace') lookAt = Date.now() + everyMs;
      yield side;
    }
  } finally {
    await watcher.close();
  }
}
