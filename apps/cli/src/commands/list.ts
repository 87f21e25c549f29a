import type { ItemResponse } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import {
  memoryFilters,
  memoryQuery,
  messageFilters,
  messageQuery,
  pageOptions,
  sharedFilters,
  type ItemFilters,
  type PageOptions,
} from '../context/list-options.ts';
import { printItems } from '../terminal/print-items.ts';
import { createPrinter, printResult } from '../terminal/printer.ts';
import { privateOfOption, reachQueryOf, type ReachOptions } from '../server/reach.ts';
import { withServer } from '../server/server-connection.ts';

type Options = GlobalOptions & ItemFilters & PageOptions & ReachOptions;

export function addList(program: Command, context: CliContext): void {
  const command = program.command('list').description('List stored items page by page, by filters');
  const kinds = {
    memories: { route: 'listMemories', filters: memoryFilters, queryOf: memoryQuery },
    messages: { route: 'listMessages', filters: messageFilters, queryOf: messageQuery },
  } as const;
  for (const [name, { route, filters, queryOf }] of Object.entries(kinds))
    privateOfOption(pageOptions(filters(sharedFilters(command.command(name)))))
      .description(`The ${name} that this key may see, newest first`)
      .action(async (_, self: Command) => {
        const options: Options = self.optsWithGlobals();
        const { order, limit, cursor } = options;
        const { json, answer } = await withServer(context, options, async ({ client }) => {
          const query = { ...queryOf(options), order, limit, cursor, ...(await reachQueryOf(client, options)) };
          return client.call(route, { query, signal: context.interrupted });
        });
        printResult(context, options, json, (printer) => printItems(printer, answer.items as ItemResponse[]));
        if (answer.nextCursor !== null && !options.json) printMoreNote(context, answer.nextCursor);
      });
}

function printMoreNote(context: CliContext, cursor: string): void {
  const { line, colors } = createPrinter(context.stderr, context.env);
  line(colors.dim(`There are more: --cursor ${cursor}`));
}
