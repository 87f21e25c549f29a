import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';

const CHECK_TIMEOUT_MS = 60_000;

const Headers = z.record(z.string(), z.string());

/** Fields that contain the address and the headers of an HTTP server, in the formats of all clients. */
const Http = z
  .object({
    url: z.string().optional(),
    serverUrl: z.string().optional(),
    httpUrl: z.string().optional(),
    uri: z.string().optional(),
    headers: Headers.optional(),
    http_headers: Headers.optional(),
    bearer_token_env_var: z.string().optional(),
    requestInit: z.object({ headers: Headers }).optional(),
  })
  .transform(({ url, serverUrl, httpUrl, uri, headers, http_headers, requestInit, bearer_token_env_var }) => ({
    bearer_token_env_var,
    url: url ?? serverUrl ?? httpUrl ?? uri,
    headers: headers ?? http_headers ?? requestInit?.headers ?? {},
  }));
const Stdio = z.object({
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()).optional(),
});

/** Tool calls that any store answers. The first calls are allowed for every role and connection. */
const calls: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ['crystal_stats', {}],
  ['crystal_recent', { limit: 1 }],
  ['memory_search', { query: 'cairn' }],
  ['memory_recall', { query: 'cairn' }],
  ['crystal_list_knowledge_bases', {}],
  ['crystal_who_owns', { entity: 'cairn' }],
];

export interface EntryCheck {
  readonly tools: number;
  /** Name of the tool that answered; absent if the connection offers no tool that can be tried without harm. */
  readonly called?: string;
}

/** Entry of a file, and what a client needs to know beside it. */
export interface CheckedEntry {
  readonly entry: unknown;
  readonly key: string;
  /** Text in the entry that the client replaces by the key; absent if the entry holds the key. */
  readonly placeholder?: string | undefined;
}

/** Connects as the client will, by the configured entry, and calls a tool. Rejects with the cause if that fails. */
export async function checkEntry(checked: CheckedEntry): Promise<EntryCheck> {
  const client = new Client({ name: 'cairn-connect', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const limit = { timeout: CHECK_TIMEOUT_MS };
  await client.connect(transportOf(checked), limit);
  try {
    const { tools } = await client.listTools(undefined, limit);
    const call = calls.find(([name]) => tools.some((tool) => tool.name === name));
    if (!call) return { tools: tools.length };
    const [name, args] = call;
    const answer = await client.callTool({ name, arguments: args }, limit);
    if (answer.isError) throw new Error(`${name} answered: ${JSON.stringify(answer.content).slice(0, 300)}`);
    return { tools: tools.length, called: name };
  } finally {
    await client.close();
  }
}

function transportOf({ entry: written, key, placeholder }: CheckedEntry) {
  const entry = placeholder === undefined ? written : withKey(written, placeholder, key);
  const program = Stdio.safeParse(entry);
  if (program.success) {
    const { command, args, env = {} } = program.data;
    return new StdioClientTransport({ command, args, env, stderr: 'ignore' });
  }
  const { url, headers: own, bearer_token_env_var: variable } = Http.parse(entry);
  if (url === undefined) throw new Error('the entry names no address');
  const headers = variable === undefined ? own : { Authorization: `Bearer ${key}` };
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
}

/** Replaces a text by the key, as the client does before it sends a request. */
const withKey = (entry: unknown, placeholder: string, key: string): unknown =>
  JSON.parse(JSON.stringify(entry).replaceAll(placeholder, key));
