import { sendRequest } from '@cairn/client';
import { hasBrowserAtHand, openBrowser } from '@cairn/platform/open-browser';
import type { Command } from 'commander';
import { z } from 'zod';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { findServer } from '../server/server-connection.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { printResult } from '../terminal/printer.ts';

const REQUEST_TIMEOUT_MS = 30_000;
const SignInLink = z.object({ path: z.string(), minutes: z.number() });

interface OpenOptions extends GlobalOptions {
  readonly print?: boolean;
}

export function addOpen(program: Command, context: CliContext): void {
  program
    .command('open')
    .description('Open the console in your browser, signed in by a link that works once')
    .option('--print', 'print the link, and open no browser')
    .action(async (_, self: Command) => runOpen(context, self.optsWithGlobals()));
}

async function runOpen(context: CliContext, options: OpenOptions): Promise<void> {
  const server = await findServer(context, options);
  if (!server) throw new CommandFailure('noServer', 'no server is running. Start one with: {cairn start}');
  if (server.key === undefined)
    throw new CommandFailure('usage', `no key for ${server.url} is known: name yours with --key or CAIRN_KEY`);
  const { path, minutes } = SignInLink.parse(
    await sendRequest(
      {
        method: 'POST',
        address: new URL(`${server.url}/console/session/links`),
        // The header keeps pages of other origins from making a link; a program is no such page.
        headers: { 'content-type': 'application/json', 'x-cairn-console': '1' },
        body: JSON.stringify({ key: server.key }),
      },
      { timeoutMs: REQUEST_TIMEOUT_MS, signal: context.interrupted },
    ),
  );
  const link = `${server.url}${path}`;
  const isAtHand = hasBrowserAtHand({
    isTerminal: context.stdout.isTTY ?? false,
    platform: process.platform,
    env: context.env,
  });
  const opens = isAtHand && !options.print && !options.json;
  if (opens) await openBrowser(link);
  printResult(context, options, { url: link, minutes }, ({ line }) => {
    line(neutraliseForTerminal(link));
    line(`It signs one browser in, within ${minutes} minutes.${opens ? ' Yours opens it now.' : ''}`);
  });
}
