import { setTimeout as sleep } from 'node:timers/promises';
import type { CairnClient } from '../cairn-client.ts';
import { TransferFailure } from '../failure.ts';
import { lockFolder } from './folder-lock.ts';
import { SafeFolder } from './safe-folder.ts';
import { syncPatterns, type PatternsReport } from './sync-patterns.ts';
import { syncRound, type RoundOptions, type SyncReport } from './sync-round.ts';
import { SyncState } from './sync-state.ts';
import { watchFolder } from './watch-folder.ts';
import { Workspace, type WorkspaceOptions } from './workspace.ts';

export interface SyncOptions extends RoundOptions, WorkspaceOptions {
  /** Name of the project to which `.forge/memory/project.jsonl` belongs. */
  readonly project: string;
  readonly onRound: (report: SyncReport, patterns: PatternsReport | undefined) => void;
  /**
   * Makes the sync continue with a further round at every poll of the workspace (`everyMs`), and when the folder has not
   * changed for `quietMs` after a change.
   */
  readonly watch?: { readonly quietMs: number; readonly everyMs: number };
}

/** Syncs a folder with a workspace, once or until it is interrupted. */
export async function syncFolder(path: string, client: CairnClient, options: SyncOptions): Promise<void> {
  const folder = openFolder(path);
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

function openFolder(path: string): SafeFolder {
  try {
    return new SafeFolder(path);
  } catch (cause) {
    throw new TransferFailure(`${path} is no folder that can be opened: ${(cause as Error).message}`, {
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
    await bindToWorkspace(state, workspace);
    if (!options.watch) return;
    for await (const side of listChanges(folder, options.watch, options.signal)) {
      if (side === 'workspace') notes = await workspace.list();
      const report = await syncRound(sides, notes, options);
      options.onRound(report, side === 'workspace' ? await patterns() : undefined);
      await bindToWorkspace(state, workspace);
    }
  } finally {
    state.close();
  }
}

/**
 * Throws if the workspace is a different one than at the last sync. Versions of different workspaces are not
 * comparable, so the folder would lose files.
 */
function requireSame({ workspaceId }: SyncState, id: string | undefined, { workspace, allowEmpty }: SyncOptions): void {
  if (workspaceId === undefined || workspaceId === id || (id === undefined && allowEmpty)) return;
  throw new TransferFailure(
    `The folder was in step with another workspace ${JSON.stringify(workspace)}${id === undefined ? ', and this server has none' : ''}. Name its server, or remove the folder .cairn-sync to start again: nothing is deleted then.`,
  );
}

async function bindToWorkspace(state: SyncState, workspace: Workspace): Promise<void> {
  if (state.workspaceId !== undefined) return;
  const id = await workspace.id();
  if (id !== undefined) state.belongTo(id);
}

/** Yields the side to examine next, until the sync is interrupted. Changes during a round cause a further round. */
async function* listChanges(
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
