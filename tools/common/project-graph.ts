import { runProgram } from './program.ts';

export const nx = 'node_modules/nx/dist/bin/nx.js';

/** Nx as a program among others: no daemon that outlives it, no cloud, and lines for a log. */
export const nxEnv = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' };

/** The boundaries rule reads a cached project graph, and checks nothing when there is none. A task of Nx has one. */
export async function makeProjectGraph(): Promise<void> {
  if (process.env['NX_TASK_TARGET_PROJECT']) return;
  const { exitCode, output } = await runProgram([nx, 'show', 'projects'], { timeoutMs: 60_000, env: nxEnv });
  if (exitCode !== 0) throw new Error(`Nx made no project graph:\n${output}`);
}
