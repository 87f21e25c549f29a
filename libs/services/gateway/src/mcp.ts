import type { Principal } from '@cairn/contracts';
import {
  serveStdio as serve,
  type ServeStdioOptions,
  type StdioServerHandle,
} from '@modelcontextprotocol/server/stdio';
import { mcpServerFor, type McpServerOptions } from './mcp-server.ts';
import type { ToolHost } from './tools/tool.ts';

export { mcpServerFor, type McpServerOptions } from './mcp-server.ts';
export { connectionFrom, families, type Connection, type WantedConnection } from './connection.ts';
export { tools } from './tools/all.ts';
export type { Tool, ToolAnswer, ToolHost } from './tools/tool.ts';

/** Serves the tools on this process's stdin and stdout, for both generations of clients. Nothing else may write to stdout meanwhile. */
export function serveStdio(
  host: ToolHost,
  principal: Principal,
  options: McpServerOptions & Pick<ServeStdioOptions, 'transport' | 'onerror'> = {},
): StdioServerHandle {
  const { onFault, connection, ...forStdio } = options;
  return serve(() => mcpServerFor(host, principal, { onFault, connection }), forStdio);
}
