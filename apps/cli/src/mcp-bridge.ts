import { once } from 'node:events';
import { HttpIngestApi, HttpRecallApi } from '@cairn/adapter-http-services';
import { KeyId, OrgId, PrincipalId, type Principal } from '@cairn/contracts';
import { serveStdio } from '@cairn/service-gateway/mcp';
import type { CliContext } from './cli-context.ts';
import { CommandFailure } from './exit-codes.ts';
import type { ServerConnection } from './server-connection.ts';
import { plain } from './terminal-text.ts';

const MOVED_EVERY_MS = 2_000;

/**
 * The MCP tools on stdin and stdout, over a server's HTTP API, until the client closes its end. Standard output belongs
 * to the protocol: everything else is said on stderr. `moved` tells where the server is, should it have been started anew.
 */
export async function serveMcp(
  context: CliContext,
  server: ServerConnection,
  moved: () => Promise<ServerConnection | undefined>,
): Promise<void> {
  let { url, key } = server;
  if (key === undefined) throw new CommandFailure('failed', 'no key: give one with --key or CAIRN_KEY');
  const service = {
    get baseUrl() {
      return url;
    },
    authorization: () => key ?? '',
  };
  const look = setInterval(async () => ({ url, key } = (await moved()) ?? { url, key }), MOVED_EVERY_MS);

  const log = (error: unknown) =>
    void context.stderr.write(`${plain(error instanceof Error ? error.message : String(error))}\n`);
  const apis = { recall: new HttpRecallApi(service), ingest: new HttpIngestApi(service) };
  const handle = serveStdio(apis, holderOfTheKey, { onFault: log, onerror: log });
  await Promise.race([once(context.stdin, 'end'), once(context.stdin, 'close'), aborted(context.interrupted)]);
  clearInterval(look);
  await handle.close();
}

const NOBODY = '00000000-0000-7000-8000-000000000000';

/** Who calls is known to the server alone, by the key; it checks each call. So nothing is refused on this side. */
const holderOfTheKey: Principal = {
  orgId: OrgId.parse(NOBODY),
  principalId: PrincipalId.parse(NOBODY),
  keyId: KeyId.parse(NOBODY),
  name: 'stdio',
  kind: 'agent',
  role: 'admin',
  peers: ['*'],
  peerPrefixes: [],
};

const aborted = (signal: AbortSignal) => (signal.aborted ? Promise.resolve() : once(signal, 'abort'));
