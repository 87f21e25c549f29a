import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OlderHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  // Matchers inspect the answers; they report missing fields better than a type would.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly structuredContent: any;
}

interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly annotations?: Record<string, boolean>;
  readonly inputSchema: { readonly type: string; readonly properties: Record<string, unknown> };
  readonly outputSchema?: { readonly type: string; readonly properties: Record<string, unknown> };
}

/** Interface that the clients of both generations share. */
export interface Caller {
  listTools(): Promise<{ tools: ListedTool[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<ToolResult>;
  close(): Promise<void>;
}

/** Requests every tool with full schemas, which no model needs. */
const EVERYTHING = '?tools=all&schemas=full';

const INFO = { name: 'cairn-e2e', version: '1' };
const headersWith = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } });

/** Client of the 2026 generation. `auto` detects the server's revision; a pinned revision accepts no other. */
export async function overHttp(url: string, key: string, mode: VersionNegotiationMode): Promise<Caller> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp${EVERYTHING}`), headersWith(key)));
  return client as unknown as Caller;
}

/** Client of the 2025 generation. Its types do not support exactOptionalPropertyTypes. */
export async function overHttpOlder(url: string, key: string): Promise<Caller> {
  const client = new OlderClient(INFO);
  await client.connect(new OlderHttp(new URL(`${url}/mcp${EVERYTHING}`), headersWith(key)) as never);
  return client as unknown as Caller;
}

const stdioOf = (dataDir: string, env: Record<string, string> = {}) => ({
  command: process.execPath,
  args: ['dist/cli.mjs', 'mcp', '--data-dir', dataDir, '--tools', 'all', '--schemas', 'full'],
  env: {
    PATH: process.env['PATH'] ?? '',
    CAIRN_IDLE_SECONDS: '5',
    // Spares each bridge, and the server that it may start, what compiling costs.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    ...env,
  },
});

/** `cairn mcp` as a process that can be ended from outside. */
export interface Bridge extends Caller {
  readonly pid: number;
}

/** Starts a bridge without a model, for tests about which process serves the folder. */
export async function bridge(dataDir: string): Promise<Bridge> {
  const client = new Client(INFO);
  const transport = new StdioClientTransport(stdioOf(dataDir, { CAIRN_EMBEDDER: 'none' }));
  await client.connect(transport);
  return Object.assign(client as unknown as Caller, { pid: transport.pid! });
}

export async function overStdio(dataDir: string, mode: VersionNegotiationMode): Promise<Caller> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport(stdioOf(dataDir)));
  return client as unknown as Caller;
}

export async function overStdioOlder(dataDir: string, env?: Record<string, string>): Promise<Caller> {
  const client = new OlderClient(INFO);
  await client.connect(new OlderStdio(stdioOf(dataDir, env)));
  return client as unknown as Caller;
}
