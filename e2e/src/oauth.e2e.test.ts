import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { freePort } from '@cairn/testing/free-port';
import { axeFindings, openBrowser, shoot } from './browser.ts';
import { startCairn, type Cairn } from './cairn.ts';
import { OauthClient } from './oauth-client.ts';
import { until } from './until.ts';

/** A remote client gets access by OAuth through the MCP SDK, with a person who decides in a real browser. */
describe('a remote client', () => {
  let folder: string;
  let server: Cairn;
  let browser: Browser;
  let landing: Server;
  let address: URL;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-oauth-'));
    const port = await freePort();
    address = new URL(`http://127.0.0.1:${port}/mcp`);
    const env = { CAIRN_EMBEDDER: 'none', CAIRN_PUBLIC_URL: address.origin };
    landing = createServer((_, response) => response.end('back at the client')).listen(0, '127.0.0.1');
    [server, browser] = await Promise.all([startCairn({ dataDir: folder, port, env }), openBrowser()]);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    landing?.close();
    landing?.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  const redirectUrl = () => `http://127.0.0.1:${(landing.address() as AddressInfo).port}/back`;
  const asPerson = (path: string) => fetch(server.url + path, { headers: { authorization: `Bearer ${server.key}` } });
  const listTools = (token: string) =>
    fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });

  it('is connected by a person in the browser, works, and loses its access when it is revoked', async () => {
    const provider = new OauthClient(redirectUrl());
    expect(await provider.connect(address)).toBeUndefined();
    expect(provider.leadTo?.searchParams.get('scope')).toBe('read write');

    const page = await browser.newPage({ locale: 'en-GB' });
    page.setDefaultTimeout(30_000);
    await page.goto(provider.leadTo!.href);
    await page.getByLabel('Your key').fill(server.key!);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('asks to use the team memory').waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(/A chat client[^]*this machine[^]*chose its name itself/);
    expect(await page.getByLabel(/^Read and write/).isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, 'connect-client');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.waitForURL(`${redirectUrl()}?*`);
    await provider.finish(address, new URL(page.url()).searchParams);

    const client = (await provider.connect(address))!;
    const saved = await client.callTool({
      name: 'crystal_remember',
      arguments: { title: 'Freeze', content: 'The code freeze begins on Friday.' },
    });
    expect(saved.isError).not.toBe(true);
    await client.close();
    const { agents } = (await (await asPerson('/v1/agents')).json()) as { agents: { name: string; isOwn: boolean }[] };
    expect(agents).toMatchObject([{ name: 'A chat client (this machine)', isOwn: true, keys: 1 }]);

    const token = provider.tokensNow!.access_token;
    expect((await listTools(token)).status).toBe(200);
    await page.goto(`${server.url}/console/agents`);
    const card = page.getByRole('article', { name: 'A chat client (this machine)' });
    await card.getByText('connected by OAuth').waitFor();
    await card.getByRole('button', { name: /^Disconnect/ }).click();
    await card.getByRole('button', { name: /^Really disconnect/ }).click();
    await card.getByText('no key').waitFor();
    await page.close();
    await until(async () => (await listTools(token)).status === 401);
    provider.tokensNow = { ...provider.tokensNow!, access_token: 'cairn_gone' };
    expect(await provider.connect(address)).toBeUndefined();
  }, 90_000);

  it('gets nothing when the person refuses', async () => {
    const provider = new OauthClient(redirectUrl());
    await provider.connect(address);
    const page = await browser.newPage({ locale: 'en-GB' });
    page.setDefaultTimeout(30_000);
    await page.goto(`${server.url}/console#key=${server.key!}`);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.goto(provider.leadTo!.href);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.waitForURL(`${redirectUrl()}?*`);

    const answer = new URL(page.url()).searchParams;
    expect(Object.fromEntries(answer)).toMatchObject({ error: 'access_denied', iss: address.origin });
    await expect(provider.finish(address, answer)).rejects.toThrow();
    await page.close();
  }, 90_000);
});
