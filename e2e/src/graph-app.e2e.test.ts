import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { openBrowser, shoot, watchedPage } from './browser.ts';
import { startCairn, type Cairn } from './cairn.ts';
import { Client } from './client.ts';
import { storeTeam } from './console-data.ts';
import { until } from './until.ts';

const TOOL = 'crystal_explore_graph';

describe('the graph in a chat client', () => {
  let folder: string;
  let server: Cairn;
  let browser: Browser;
  let client: McpClient;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-graph-app-'));
    [server, browser] = await Promise.all([
      startCairn({ dataDir: folder, port: 0, env: { CAIRN_EMBEDDER: 'none' } }),
      openBrowser(),
    ]);
    await storeTeam(new Client(server.url, server.key!));
    client = new McpClient({ name: 'cairn-e2e', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${server.key!}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp?tools=graph`), { requestInit }));
    await until(async () => nodesIn(await explore('billing')) > 1);
  });

  afterAll(async () => {
    await client?.close();
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const explore = (entity: string) => client.callTool({ name: TOOL, arguments: { entity } });
  const nodesIn = ({ structuredContent }: Awaited<ReturnType<typeof explore>>) =>
    ((structuredContent as { nodes?: unknown[] } | undefined)?.nodes ?? []).length;

  it('is drawn from the answer of the tool, asks on through the client, and asks nobody else', async () => {
    const { tools } = await client.listTools();
    const face = tools.find(({ name }) => name === TOOL)!;
    const { resourceUri } = (face._meta as { ui: { resourceUri: string } }).ui;
    const [resource] = (await client.readResource({ uri: resourceUri })).contents;
    expect(resource).toMatchObject({ uri: resourceUri, mimeType: 'text/html;profile=mcp-app' });
    const { page, problems } = await watchedPage(browser, server.url);
    await page.exposeFunction('callTool', (call: { name: string; arguments: { entity: string } }) =>
      client.callTool(call),
    );

    await page.setViewportSize({ width: 680, height: 660 });
    await page.setContent('<iframe sandbox="allow-scripts" style="width: 40rem; height: 40rem"></iframe>');
    await page.evaluate(chatClient((resource as { text: string }).text, await explore('billing')));

    const graph = page.frameLocator('iframe');
    await graph.getByText('3 things. Press one to go on from there.').waitFor();
    await graph.locator('#graph canvas').first().waitFor();
    await shoot(page, 'graph-app');
    await graph.getByRole('button', { name: 'RabbitMQ' }).click();
    await graph.getByRole('button', { name: 'billing queue' }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});

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
