import { webhookEvents, type Webhook } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { wordsOption } from '../context/parse-options.ts';
import { timeOf } from '../terminal/print-hits.ts';
import type { Printer } from '../terminal/printer.ts';
import { formatName, neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand, argument } from './route-command.ts';

export function addWebhooks(program: Command, context: CliContext): void {
  const command = program
    .command('webhooks')
    .description('Addresses to which events of the organisation are sent, signed (needs a manager key)');
  addRouteCommand(command, context, 'listWebhooks', {
    command: 'list',
    description: 'List the webhooks, and how their last messages arrived',
    print: (printer, { webhooks }) => {
      if (webhooks.length === 0) printer.line('No webhooks.');
      for (const webhook of webhooks) printWebhook(printer, webhook);
    },
  });
  addRouteCommand(command, context, 'addWebhook', {
    command: 'add',
    description: 'Add a webhook, and show the key of its signatures once',
    args: [argument('<url>', 'an https address, or http on the same machine')],
    options: [wordsOption('--events <names>', 'only these events', webhookEvents)],
    print: (printer, { secret, ...webhook }) => {
      printWebhook(printer, webhook);
      printer.line(`Secret, shown this once: ${secret}`);
    },
  });
  addRouteCommand(command, context, 'testWebhook', {
    command: 'test',
    description: 'Send a test message; one that arrives turns a webhook on again',
    args: [argument('<id>', 'its id')],
    print: ({ line }, { messageId }) => line(`Sent ${messageId}. {cairn webhooks list} shows whether it arrived.`),
  });
  addRouteCommand(command, context, 'removeWebhook', {
    command: 'remove',
    description: 'Remove a webhook; what waits for it is not sent',
    args: [argument('<id>', 'its id')],
    print: ({ line }, { webhookId }) => line(`Removed ${webhookId}.`),
  });
}

function printWebhook({ line }: Printer, webhook: Webhook): void {
  const { webhookId, url, events, state } = webhook;
  line(neutraliseForTerminal(`${webhookId}  ${state}  ${formatName(url)}  ${events.join(', ')}`));
  line(`  ${neutraliseForTerminal(healthOf(webhook))}`);
}

function healthOf({ deliveredAt, failingSince, failure }: Webhook): string {
  if (failingSince !== null) return `has failed since ${timeOf(failingSince)}: ${formatName(failure ?? 'unknown')}`;
  return deliveredAt === null ? 'nothing was sent yet' : `took its last message at ${timeOf(deliveredAt)}`;
}
