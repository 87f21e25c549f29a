import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { LastingServer } from '../lasting-server.ts';

export function addMcp(program: Command, context: CliContext): void {
  program
    .command('mcp')
    .description('Serve the MCP tools on stdin and stdout, for clients that start their servers themselves')
    .action(async (_, self: Command) => mcp(context, self.optsWithGlobals()));
}

async function mcp(context: CliContext, options: GlobalOptions): Promise<void> {
  // Loaded here, so that no other command waits for the protocol's library.
  const { serveMcp } = await import('../mcp-bridge.ts');
  await serveMcp(context, await LastingServer.connect(context, options));
}
