import { once } from 'node:events';
import { RouteClient } from '@cairn/adapter-http-services';
import { KeyId, OrgId, PrincipalId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { SystemClock } from '@cairn/ports';
import { connectionFrom, serveStdio, tools, type ConnectionRequest } from '@cairn/service-gateway/mcp';
import type { CliContext } from '../context/cli-context.ts';
import { CairnClient } from '@cairn/transfer/cairn-client';
import { CommandFailure } from '../context/exit-codes.ts';
import type { ReconnectingServer } from './reconnecting-server.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

/**
 * Serves the MCP tools on stdin and stdout through the HTTP API of a server, until the client closes stdin. Stdout carries only
 * the protocol; messages go to stderr.
 */
export async function serveMcp(
  context: CliContext,
  server: ReconnectingServer,
  wanted: ConnectionRequest,
): Promise<void> {
  const connection = connectionFrom(wanted, tools);
  if (server.key === undefined) throw new CommandFailure('failed', 'no key: give one with --key or CAIRN_KEY');
  const caller = new RouteClient({
    get baseUrl() {
      return server.url;
    },
    authorization: () => server.key ?? '',
    recover: server.recover,
  });
  const over = new AbortController();
  server.keepAlive(over.signal);
  // Client that only reads from a running server and starts none.
  const onlooker = new RouteClient({
    get baseUrl() {
      return server.url;
    },
    authorization: () => server.key ?? '',
  });

  const log = (error: unknown) =>
    void context.stderr.write(`${neutraliseForTerminal(error instanceof Error ? error.message : String(error))}\n`);
  const clock = new SystemClock();
  const watching = { host: { caller: onlooker, clock }, holder: () => askHolder(server) };
  const handle = serveStdio({ caller, clock }, await askHolder(server).catch(() => unknownHolder), {
    connection,
    watching,
    onFault: log,
    onerror: log,
  });
  await Promise.race([once(context.stdin, 'end'), once(context.stdin, 'close'), untilAborted(context.interrupted)]);
  over.abort();
  await handle.close();
  await Promise.all([caller.close(), onlooker.close()]);
}

/**
 * Finds the holder of the key, so that only the tools of the holder's role are shown. If the server does not name the
 * holder, all tools are shown, and the server refuses forbidden calls.
 */
async function askHolder({ url, key }: ReconnectingServer): Promise<Principal> {
  const { answer } = await new CairnClient({ url, key }).call('keyHolder', {});
  return { ...unknownHolder, ...answer };
}

const NOBODY_ID = '00000000-0000-7000-8000-000000000000';

/**
 * Placeholder for an unknown holder. Nothing is refused here, since the server knows the caller by the key and checks each
 * call.
 */
const unknownHolder: Principal = {
  orgId: OrgId.parse(NOBODY_ID),
  principalId: PrincipalId.parse(NOBODY_ID),
  keyId: KeyId.parse(NOBODY_ID),
  name: 'stdio',
  kind: 'agent',
  role: 'admin',
  peers: ['*'],
  peerPrefixes: [],
};

const untilAborted = (signal: AbortSignal) => (signal.aborted ? Promise.resolve() : once(signal, 'abort'));
