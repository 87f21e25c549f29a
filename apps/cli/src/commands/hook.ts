import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hookClients, hookMoments } from '@cairn/connect';
import { Option, type Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';

export function addHook(program: Command, context: CliContext): void {
  program
    .command('hook')
    .argument('<event>', Object.keys(hookMoments).join(', '))
    .addOption(
      new Option('--client <name>', 'client whose forms to read and to write (default: claude-code)').choices(
        hookClients.map(({ id }) => id),
      ),
    )
    .option('--exit-code', 'deny by exit code 2 and standard error, for clients that do not read decisions as JSON')
    .description(
      "Answer a client's hook: reads its JSON from stdin. `connect CLIENT --hooks` writes the quicker form, node dist/hook.mjs EVENT",
    )
    .action((event: string, options: HookOptions) => runHook(context, event, options));
}

interface HookOptions {
  readonly client?: string;
  readonly exitCode?: boolean;
}

/** Runs the hook, which is a separate bundle. If the hook fails, the agent continues as without a hook. */
async function runHook(context: CliContext, event: string, { client, exitCode }: HookOptions): Promise<void> {
  const bundle = join(dirname(context.serverBundle), 'hook.mjs');
  if (!existsSync(bundle)) return;
  const flags = [...(client === undefined ? [] : ['--client', client]), ...(exitCode ? ['--exit-code'] : [])];
  const child = spawn(process.execPath, [bundle, event, ...flags], { stdio: 'inherit', env: context.env });
  context.exitCode = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(0));
    child.once('exit', (code) => resolve(code ?? 0));
  });
}
