import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { FrameLocator, Page } from 'playwright-core';

const GRAPH_TOOL = 'crystal_explore_graph';

/** Connects a client to the tools of the graph. */
export async function connectToGraph(url: string, key: string): Promise<McpClient> {
  const client = new McpClient({ name: 'cairn-e2e', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp?tools=graph`), { requestInit }));
  return client;
}

export const exploreGraph = (client: McpClient, entity: string) =>
  client.callTool({ name: GRAPH_TOOL, arguments: { entity } });

/** Shows the neighbours of a thing on a page, as a chat client with MCP Apps does. Returns the frame that draws them. */
export async function openGraphInChat(page: Page, client: McpClient, entity: string): Promise<FrameLocator> {
  const { tools } = await client.listTools();
  const face = tools.find(({ name }) => name === GRAPH_TOOL)!;
  const { resourceUri } = (face._meta as { ui: { resourceUri: string } }).ui;
  const [resource] = (await client.readResource({ uri: resourceUri })).contents;
  expectApp(resource);
  await page.exposeFunction('callTool', (call: { name: string; arguments: { entity: string } }) =>
    client.callTool(call),
  );
  await page.setViewportSize({ width: 680, height: 660 });
  await page.setContent('<iframe sandbox="allow-scripts" style="width: 40rem; height: 40rem"></iframe>');
  await page.evaluate(chatClient(resource.text, await exploreGraph(client, entity)));
  const graph = page.frameLocator('iframe');
  await graph.locator('#graph canvas').first().waitFor();
  return graph;
}

function expectApp(resource: unknown): asserts resource is { text: string } {
  const { mimeType } = resource as { mimeType: string };
  if (mimeType !== 'text/html;profile=mcp-app') throw new Error(`The graph is ${mimeType}`);
}

const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/** Host side of MCP Apps in a chat client, with its content security policy: nothing may be fetched. */
const chatClient = (html: string, result: unknown) => `(() => {
  const frame = document.querySelector('iframe');
  const tell = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const answers = {
    'ui/initialize': ({ protocolVersion }) => ({
      protocolVersion,
      hostInfo: { name: 'chat', version: '1' },
      hostCapabilities: { serverTools: {} },
      hostContext: { theme: 'light' },
    }),
    'tools/call': callTool,
  };
  addEventListener('message', async ({ data: { id, method, params } }) => {
    if (method === 'ui/notifications/initialized')
      tell({ method: 'ui/notifications/tool-result', params: ${JSON.stringify(result)} });
    if (id !== undefined && method) tell({ id, result: (await answers[method]?.(params)) ?? {} });
  });
  frame.srcdoc = ${JSON.stringify(html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`))};
})()`;
