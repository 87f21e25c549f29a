import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { projectOf } from '@cairn/importers/project';
import { ReconnectingServer } from '../server/reconnecting-server.ts';

export function addMcp(program: Command, context: CliContext): void {
  program
    .command('mcp')
    .description('Serve the MCP tools on stdin and stdout, for clients that start their servers themselves')
    .option('--channel <name>', 'default channel of every call')
    .option('--project <name>', 'default project of every call (default: that of the checkout in which it is started)')
    .option('--workspace <name>', 'default workspace of every call')
    .option('--tools <list>', 'only these families of tools, or tools, comma-separated; all: every tool is listed')
    .option('--schemas <form>', 'schemas that are listed: short, output or full', 'short')
    .action(async (_, self: Command) => runMcp(context, self.optsWithGlobals()));
}

interface Options extends GlobalOptions {
  readonly channel?: string;
  readonly project?: string;
  readonly workspace?: string;
  readonly tools?: string;
  readonly schemas: string;
}

async function runMcp(context: CliContext, options: Options): Promise<void> {
  // Loads the MCP library on demand, so that other commands do not load it.
  const { serveMcp } = await import('../server/mcp-bridge.ts');
  const { channel, workspace, tools, schemas } = options;
  // Clients start the server in the folder of the work, so it works on the project that their hooks name.
  const project = options.project ?? (await projectOf(context.env['INIT_CWD'] || process.cwd()));
  const wanted = { defaults: { channel, project, workspace }, named: tools, schemas };
  await serveMcp(context, await ReconnectingServer.connect(context, options), wanted);
}
