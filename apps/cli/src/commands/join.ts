import { sendRequest, type RouteRequest } from '@cairn/client';
import { InvitationPreview, JoinedPerson } from '@cairn/contracts';
import { hasHooks, type McpClient } from '@cairn/connect';
import { CairnClient, ServerRefusal } from '@cairn/transfer/cairn-client';
import type { Command } from 'commander';
import { connectClient, machineOf, type ConnectContext } from '../connect/connect-client.ts';
import { findClientsHere } from '../connect/found-clients.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure, exitCodes } from '../context/exit-codes.ts';
import { holdsData, joinedServerPath, writeJoinedServer } from '../server/joined-server.ts';
import type { ServerConnection } from '../server/server-connection.ts';
import { requireConsent, yesOption } from '../terminal/consent.ts';
import { createPrinter, printResult } from '../terminal/printer.ts';
import { formatName, neutraliseForTerminal } from '../terminal/terminal-text.ts';

const REQUEST_TIMEOUT_MS = 30_000;
const SERVER_NAME = 'cairn';

interface JoinOptions extends GlobalOptions {
  readonly name?: string;
  readonly yes?: boolean;
  /** False with `--no-connect`. */
  readonly connect: boolean;
}

export function addJoin(program: Command, context: CliContext): void {
  program
    .command('join')
    .argument('<link>', 'link of an invitation, which works once')
    .description(
      "Join a team by the link of an invitation: makes your key, keeps the server's address, and connects the clients that are found on this machine, with their hooks",
    )
    .option('--name <name>', 'name by which the team knows you (default: the one in the invitation)')
    .option('--no-connect', 'connect no clients')
    .addOption(yesOption())
    .action(async (link: string, _, self: Command) => runJoin(context, self.optsWithGlobals(), link));
}

async function runJoin(context: CliContext, options: JoinOptions, text: string): Promise<void> {
  const link = linkOf(text);
  const invitation = await openInvitation(context, link);
  const found = options.connect ? await findClientsHere(machineOf(context)) : [];
  const name = options.name ?? invitation.name;
  await confirmJoin(context, options, { link, invitation, found, name });

  const { key, role, ...person } = await acceptInvitation(context, link, name);
  await writeJoinedServer(context, { url: link.url, key, name: person.name, joinedAt: Date.now() });
  const server = { client: new CairnClient({ url: link.url, key }), url: link.url, key, startedHere: false };
  const results: ConnectResult[] = [];
  // One after another, since two clients may read each other's files.
  for (const client of found) results.push(await tryConnect(context, options, { client, server }));
  if (results.some(({ problem }) => problem !== undefined)) context.exitCode = exitCodes.failed.code;
  const joined = { url: link.url, name: person.name, role, file: joinedServerPath(context), clients: results };
  printResult(context, options, joined, ({ line, colors, own }) => {
    line(`${colors.green('joined')}  ${neutraliseForTerminal(link.url)} as ${formatName(person.name)}, ${role}`);
    for (const { title, tools, problem, then } of results)
      if (problem === undefined) line(`${colors.green('connected')}  ${title}: ${tools} tools. ${then}`);
      else line(`${colors.red('not connected')}  ${title}: ${neutraliseForTerminal(problem)}`);
    if (results.length === 0) line(`No client was connected. ${own('connect')} lists them.`);
    line(`Your key is in ${neutraliseForTerminal(joined.file)}; this command line uses it from now on.`);
    line(`Try: ${own('recall "what did we decide"')}`);
    if (holdsData(options.dataDir))
      line(
        colors.yellow(
          `The folder ${neutraliseForTerminal(options.dataDir)} holds data of its own: commands in this place use that. For the team: --url ${neutraliseForTerminal(link.url)}`,
        ),
      );
  });
}

interface Link {
  /** Address of the server. */
  readonly url: string;
  readonly code: string;
}

const CODE = /^#(cairn_join_[\w-]+)$/;

function linkOf(text: string): Link {
  const link = URL.parse(text);
  const code = link?.pathname.endsWith('/console/join') ? CODE.exec(link.hash)?.[1] : undefined;
  if (link === null || code === undefined || !/^https?:$/.test(link.protocol))
    throw new CommandFailure(
      'usage',
      `The link is incomplete. A whole one looks like https://cairn.example.com/console/join#cairn_join_… (in quotes).`,
    );
  return { url: `${link.origin}${link.pathname.slice(0, -'/console/join'.length)}`, code };
}

const openInvitation = async (context: CliContext, { url, code }: Link): Promise<InvitationPreview> =>
  InvitationPreview.parse(await ask(context, url, { path: 'invitation', body: { code } }));

const acceptInvitation = async (context: CliContext, { url, code }: Link, name: string): Promise<JoinedPerson> =>
  JoinedPerson.parse(await ask(context, url, { path: 'join', body: { code, name } }));

async function ask(
  { interrupted }: CliContext,
  url: string,
  { path, body }: { readonly path: string; readonly body: object },
): Promise<unknown> {
  const request: RouteRequest = {
    method: 'POST',
    address: new URL(`${url}/console/session/${path}`),
    // The header keeps pages of other origins from using a link; a program is no such page.
    headers: { 'content-type': 'application/json', 'x-cairn-console': '1' },
    body: JSON.stringify(body),
  };
  try {
    return await sendRequest(request, { timeoutMs: REQUEST_TIMEOUT_MS, signal: interrupted });
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw error;
    if (error.code === 'invitation/unknown')
      throw new CommandFailure(
        'failed',
        'This link works no more: somebody used it, it was revoked, or it has expired. Ask the person who invited you for another one.',
        { cause: error, details: error.body },
      );
    if (error.code !== undefined) throw error;
    throw new CommandFailure('failed', `There is no Cairn at ${url} (it answered ${error.status}).`, { cause: error });
  }
}

interface Joining {
  readonly link: Link;
  readonly invitation: InvitationPreview;
  readonly found: readonly McpClient[];
  readonly name: string;
}

/** Says what the link gives and what will change here, and asks for consent. */
async function confirmJoin(context: CliContext, options: JoinOptions, joining: Joining): Promise<void> {
  const { link, invitation, found, name } = joining;
  const { invitedBy, organisation, role, team } = invitation;
  if (!options.json) {
    const { line } = createPrinter(context.stderr, context.env);
    const where = organisation === 'default' ? '' : ` of ${formatName(organisation)}`;
    const into = team === null ? '' : `, into the team ${formatName(team)}`;
    line(
      `${formatName(invitedBy)} invites you to the team memory${where} at ${neutraliseForTerminal(link.url)}${into}.`,
    );
    line(`You join as ${formatName(name)}, with the role ${role}.`);
    if (found.length > 0)
      line(
        `Clients that are connected, each as an agent of yours: ${found.map(({ title }) => title).join(', ')}. Each file is backed up.`,
      );
  }
  await requireConsent(context, {
    yes: options.yes,
    question: 'Join?',
    unchanged: 'Nothing was changed, and the link still works.',
  });
}

interface ConnectResult {
  readonly client: string;
  readonly title: string;
  readonly then: string;
  readonly tools?: number;
  /** Why the client could not be connected. */
  readonly problem?: string;
}

async function tryConnect(
  context: CliContext,
  options: JoinOptions,
  { client, server }: { readonly client: McpClient; readonly server: ServerConnection },
): Promise<ConnectResult> {
  const { id, title, then } = client;
  const connecting: ConnectContext = {
    ...{ context, machine: machineOf(context), client, server },
    options: { dataDir: options.dataDir, url: server.url, name: SERVER_NAME, hooks: hasHooks(client) },
  };
  try {
    const { checked } = await connectClient(connecting);
    return { client: id, title, then, tools: checked.tools };
  } catch (error) {
    return { client: id, title, then, problem: error instanceof Error ? error.message : String(error) };
  }
}
