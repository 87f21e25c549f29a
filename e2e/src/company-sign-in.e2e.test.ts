import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '@cairn/testing/free-port';
import { openBrowser } from './browser.ts';
import { startCairn, type Cairn } from './cairn.ts';
import { startProvider } from './identity-provider.ts';

/** A person signs in to the console at a real identity provider, in a real browser. */
describe("the console with the company's identity", () => {
  let folder: string;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let server: Cairn;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-company-'));
    const port = await freePort();
    const [origin, audience] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port}/mcp`];
    provider = await startProvider({ redirectUri: `${origin}/console/session/callback`, audience });
    const env = {
      CAIRN_EMBEDDER: 'none',
      CAIRN_OIDC_ISSUER: provider.issuer,
      CAIRN_OIDC_AUDIENCE: audience,
      CAIRN_OIDC_CLIENT_ID: 'console',
      CAIRN_OIDC_FIRST_ROLE: 'writer',
    };
    [server, browser] = await Promise.all([startCairn({ dataDir: folder, port, env }), openBrowser()]);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await provider?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const aPage = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    return page;
  };

  /** Signs in at the provider, up to its redirect back. */
  async function signInAs(page: Page, name: string) {
    await page.goto('/console/');
    await page.getByRole('link', { name: 'Sign in with your company' }).click();
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('anything');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
  }

  const callerOf = (page: Page, headers: Record<string, string> = { 'x-cairn-console': '1' }) =>
    page.evaluate(async (headers) => {
      const answer = await fetch('/v1/caller', { headers });
      return { status: answer.status, name: ((await answer.json()) as { name?: string }).name };
    }, headers);

  it('lets a person in, who has a session that no script reads and no other page uses', async () => {
    const page = await aPage();
    await signInAs(page, 'ada');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/console/');
    await page.getByRole('button', { name: /ada/ }).or(page.getByText('ada')).first().waitFor();

    const kept = (await page.context().cookies(`${server.url}/v1/caller`)).filter(
      ({ name }) => name === 'cairn_session',
    );
    expect(kept).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/v1' }]);
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await callerOf(page)).toEqual({ status: 200, name: 'ada' });
    expect(await callerOf(page, {})).toMatchObject({ status: 401 });
    const all = await page.context().cookies(`${server.url}/console/session`);
    expect(all.filter(({ name }) => name === 'cairn_sign_in')).toEqual([]);
  }, 90_000);

  it('takes no answer of the provider but in the browser that began, and once', async () => {
    const [page, victim] = [await aPage(), await aPage()];
    await signInAs(page, 'mallory');
    const back = page.waitForRequest((request) => request.url().includes('/console/session/callback'));
    await page.route('**/console/session/callback*', (route) => route.abort());
    await page.getByRole('button', { name: 'Continue' }).click();
    const answer = (await back).url();

    await victim.goto(answer);
    await victim.getByRole('alert').getByText('gave no access here').waitFor();
    await victim.getByRole('link', { name: 'Sign in with your company' }).click();
    await victim.locator('input[name=login]').waitFor();
    await victim.goto(answer);
    await victim.getByRole('alert').getByText('gave no access here').waitFor();

    expect(await callerOf(victim)).toMatchObject({ status: 401 });
    const cookies = await victim.context().cookies(`${server.url}/v1/caller`);
    expect(cookies.filter(({ name }) => name === 'cairn_session')).toEqual([]);
  }, 90_000);

  it('asks for a proven code, and leads nowhere else', async () => {
    const answer = await fetch(`${server.url}/console/session/company`, { redirect: 'manual' });
    const address = new URL(answer.headers.get('location')!);

    expect(answer.status).toBe(303);
    expect(address.origin).toBe(provider.issuer);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}/console/session/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(address.searchParams.get(name)?.length).toBeGreaterThan(30);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^cairn_sign_in=\S+; Path=\/console\/session; Max-Age=600; HttpOnly; SameSite=Lax/,
    );
    const refused = await fetch(`${server.url}/console/session/callback?code=x&state=y`, { redirect: 'manual' });
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/console/#sign-in-refused']);
  });
});
