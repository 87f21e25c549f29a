import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client as McpClient } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { openBrowser, shoot, watchedPage } from './browser.ts';
import { startCairn, type Cairn } from './cairn.ts';
import { Client } from './client.ts';
import { storeTeam } from './console-data.ts';
import { connectToGraph, exploreGraph, openGraphInChat } from './graph-in-chat.ts';
import { until } from './until.ts';

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
    client = await connectToGraph(server.url, server.key!);
    await until(async () => nodesIn(await exploreGraph(client, 'billing')) > 1);
  });

  afterAll(async () => {
    await client?.close();
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const nodesIn = ({ structuredContent }: Awaited<ReturnType<typeof exploreGraph>>) =>
    ((structuredContent as { nodes?: unknown[] } | undefined)?.nodes ?? []).length;

  it('is drawn from the answer of the tool, asks on through the client, and asks nobody else', async () => {
    const { page, problems } = await watchedPage(browser, server.url);
    const graph = await openGraphInChat(page, client, 'billing');
    await graph.getByText('3 things. Press one to go on from there.').waitFor();
    await shoot(page, 'graph-app');
    await graph.getByRole('button', { name: 'RabbitMQ' }).click();
    await graph.getByRole('button', { name: 'billing queue' }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});
