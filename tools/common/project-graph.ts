import { runProgram } from './program.ts';

export const nx = 'node_modules/nx/dist/bin/nx.js';

/** Runs Nx without a lasting daemon and without the cloud, and with line output for logs. */
export const nxEnv = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' };

/** Creates the project graph: the boundaries rule reads its cache, and checks nothing without it. Tasks of Nx already have one. */
export async function makeProjectGraph(): Promise<void> {
  if (process.env['NX_TASK_TARGET_PROJECT']) return;
  const { exitCode, output } = await runProgram([nx, 'show', 'projects'], { timeoutMs: 60_000, env: nxEnv });
  if (exitCode !== 0) throw new Error(`Nx made no project graph:\n${output}`);
}
