import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { DEFAULT_PORT } from '@cairn/contracts';
import { serverMemorySettings, serverNodeFlags } from '@cairn/platform/server-node-flags';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { programOnFolder } from '../context/own-command.ts';

export function addStart(program: Command, context: CliContext): void {
  addServerOptions(
    program
      .command('start')
      .description('Start the server: all services in one process, data under --data-dir')
      .option('--name <name>', 'your name, at the first start (default: you are asked at a terminal)')
      .option('--no-open', 'open no browser at the first start'),
  ).action(async (_, self: Command) => startServer(context, self.optsWithGlobals()));
}

/** Adds the options that say where the server listens and who reaches it. */
export const addServerOptions = (command: Command): Command =>
  command
    .option('--port <number>', `the port (default: CAIRN_PORT, else ${DEFAULT_PORT}; 0 takes a free one)`)
    .option('--team', 'serve others too, and not this machine alone: needs a certificate, a proxy, or --insecure-http')
    .option('--public-url <origin>', 'address by which others call the server, such as https://cairn.example.com')
    .option('--tls-cert <file>', 'certificate in PEM: the server speaks https')
    .option('--tls-key <file>', 'key of the certificate in PEM')
    .option('--host <address>', 'address to listen on (default: CAIRN_HOST, else 127.0.0.1, with --team 0.0.0.0)')
    .option('--insecure-http', 'let others in over plain HTTP; keys can be read on the way');

const serverOptionNames = ['port', 'publicUrl', 'tlsCert', 'tlsKey', 'host', 'team', 'insecureHttp'] as const;
/** Options that the server reads itself; a flag is true. */
export type ServerOptions = Partial<Record<(typeof serverOptionNames)[number], string | true>>;

/** Arguments of the server for its options. */
export const serverArguments = (options: ServerOptions): string[] =>
  serverOptionNames.flatMap((name) => argumentsOf(name, options[name]));

interface StartOptions extends GlobalOptions, ServerOptions {
  readonly name?: string;
  /** False with `--no-open`. */
  readonly open: boolean;
}

/** Runs the server in this terminal and forwards signals to it. This process waits, and exits with the server's exit code. */
async function startServer(context: CliContext, options: StartOptions): Promise<void> {
  if (!existsSync(context.serverBundle))
    throw new CommandFailure('noServer', 'the server is not built yet. Build and start it with: {cairn start}');
  const child = spawn(process.execPath, [...serverNodeFlags, context.serverBundle, ...allArguments(context, options)], {
    env: { ...serverMemorySettings, ...context.env, CAIRN_DATA_DIR: options.dataDir },
    stdio: 'inherit',
  });
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', passOn);
  context.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
  process.off('SIGTERM', passOn);
}

const allArguments = (context: CliContext, options: StartOptions): string[] => [
  ...serverArguments(options),
  ...argumentsOf('name', options.name),
  ...(options.open ? [] : ['--no-open']),
  ...(options.json ? ['--ready-json'] : []),
  ...['--program', programOnFolder(context, options)],
];

/** Arguments of one option: a flag has no value. */
function argumentsOf(name: string, value: string | true | undefined): string[] {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === undefined) return [];
  return value === true ? [flag] : [flag, value];
}
