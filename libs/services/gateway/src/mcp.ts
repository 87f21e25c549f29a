import type { Principal } from '@cairn/domain';
import type { McpServer } from '@modelcontextprotocol/server';
import {
  serveStdio as serve,
  type ServeStdioOptions,
  type StdioServerHandle,
} from '@modelcontextprotocol/server/stdio';
import { plainConnection } from './connection.ts';
import { mcpServerFor, namesOf, shownTools, type McpServerOptions } from './mcp-server.ts';
import { skillsMark } from './skills.ts';
import type { ToolHost } from './tools/tool.ts';
import { watchChanges } from './watch.ts';

export { type McpServerOptions } from './mcp-server.ts';
export { connectionFrom, type ConnectionRequest } from './connection.ts';
export { tools } from './tools/all.ts';
export type { ToolHost } from './tools/tool.ts';

/** The state of a connection that a watch reads to detect changes. */
export interface Watching {
  readonly host: ToolHost;
  /** Returns the current principal of the connection. */
  readonly holder: () => Promise<Principal>;
}

const LIST_CHECK_INTERVAL_MS = 10_000;

/**
 * Serves the tools on stdin and stdout of this process, for both generations of clients. Nothing else may write to stdout.
 */
export function serveStdio(
  host: ToolHost,
  principal: Principal,
  options: Omit<McpServerOptions, 'tellsChanges' | 'around'> &
    Pick<ServeStdioOptions, 'transport' | 'onerror'> & { readonly watching?: Watching; readonly lookMs?: number } = {},
): StdioServerHandle {
  const { onFault, connection = plainConnection, watching, lookMs = LIST_CHECK_INTERVAL_MS, ...forStdio } = options;
  const over = new AbortController();
  let current = principal;
  let server: McpServer | undefined;
  const serverOptions = { onFault, connection, tellsChanges: watching !== undefined };
  const handle = serve(() => (server = mcpServerFor(host, () => current, serverOptions)), forStdio);
  const every = { everyMs: lookMs, signal: over.signal };
  const toolsMark = async ({ holder }: Watching) => {
    current = await holder();
    return namesOf(shownTools(current, connection));
  };
  if (watching) {
    void watchChanges({ ...every, mark: () => toolsMark(watching), changed: () => server?.sendToolListChanged() });
    if (connection.hasSkills)
      void watchChanges({
        ...every,
        mark: () => skillsMark(watching.host, current),
        changed: () => server?.sendResourceListChanged(),
      });
  }
  return { ...handle, close: () => (over.abort(), handle.close()) };
}
