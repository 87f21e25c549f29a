import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** Answer of a tool as a client receives it. */
export interface ToolAnswer {
  /** Text parts of `content`; the first one is for the model. */
  readonly parts: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ToolCaller {
  call(tool: string, args: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** Called with each answer. */
export type Tell = (tool: string, args: Record<string, unknown>, parts: readonly string[]) => void;
const silent: Tell = () => undefined;

/** Connects a client with the given key. Any tool error ends the run, since its figures would be wrong. */
export async function toolCaller(url: string, key: string, tell: Tell = silent): Promise<ToolCaller> {
  const client = new Client({ name: 'cairn-bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return {
    async call(name, args) {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
      const parts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      if (isError === true) throw new Error(`${name} refused: ${parts.join(' ')}`);
      tell(name, args, parts);
      return { parts, fields: (structuredContent ?? {}) as Record<string, unknown> };
    },
    close: () => client.close(),
  };
}
