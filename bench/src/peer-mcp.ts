import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** Milliseconds for a server to start or to answer a call, on a machine that does other work. */
const TIMEOUT_MS = 300_000;

export interface McpServer {
  readonly pid: number | undefined;
  /** Text parts of a tool's answer; a tool that refuses throws. */
  call(tool: string, args: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** Starts an MCP server on standard input and output, as an agent's client does. */
export async function startMcpServer(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<McpServer> {
  const transport = new StdioClientTransport({
    ...{ command, args: [...args], stderr: 'ignore' },
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  const client = new Client({ name: 'cairn-bench', version: '1' });
  await client.connect(transport, { timeout: TIMEOUT_MS });
  return {
    pid: transport.pid ?? undefined,
    async call(name, toolArgs) {
      const { content, isError } = await client.callTool({ name, arguments: toolArgs }, { timeout: TIMEOUT_MS });
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      if (isError === true) throw new Error(`${name} refused: ${text.slice(0, 300)}`);
      return text;
    },
    close: () => client.close(),
  };
}
