import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hookEvents } from '@cairn/connect';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';

export function addHook(program: Command, context: CliContext): void {
  program
    .command('hook')
    .argument('<event>', hookEvents.map(({ event }) => event).join(', '))
    .option('--exit-code', 'deny by exit code 2 and standard error, for clients that do not read decisions as JSON')
    .description(
      "Answer a client's hook: reads its JSON from stdin. `connect claude-code --hooks` writes the quicker form, node dist/hook.mjs EVENT",
    )
    .action((event: string, { exitCode }: { exitCode?: boolean }) => runHook(context, event, exitCode ?? false));
}

/** Runs the hook, which is a separate bundle. If the hook fails, the agent continues as without a hook. */
async function runHook(context: CliContext, event: string, byExitCode: boolean): Promise<void> {
  const bundle = join(dirname(context.serverBundle), 'hook.mjs');
  if (!existsSync(bundle)) return;
  const child = spawn(process.execPath, [bundle, event, ...(byExitCode ? ['--exit-code'] : [])], {
    stdio: 'inherit',
    env: context.env,
  });
  context.exitCode = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(0));
    child.once('exit', (code) => resolve(code ?? 0));
  });
}
