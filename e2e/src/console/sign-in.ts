import { watchedPage } from '../browser.ts';
import { expectSoundPage, type ConsoleStories } from './visit.ts';

/** Limit on the transferred bytes of the first page load. */
const FIRST_LOAD_BYTES = 300_000;

/** Stories of signing in and out, each in a browser of its own. */
export function signInStories(on: ConsoleStories): void {
  on.story('lets nobody in without a key that works, and keeps the key where no script reads it', async (visit) => {
    const own = await watchedPage(visit.browser, visit.server.url);
    const { page } = own;
    await page.goto('/');
    await page.waitForURL('**/console/');
    await page.getByLabel('Your key').fill('cairn_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('unknown, expired or revoked').waitFor();
    own.problems.splice(0, Infinity, ...own.problems.filter((text) => !/401/.test(text)));
    await expectSoundPage(own, 'sign-in');

    await page.getByLabel('Your key').fill(visit.server.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const seen = await page.evaluate('JSON.stringify([document.cookie, { ...localStorage }])');
    expect(seen).not.toContain(visit.server.key.slice(6));
    await expectSoundPage(own);
    const loaded = await page.evaluate<number>(
      `performance.getEntriesByType('resource').reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    process.stdout.write(`console: first load ${loaded} bytes\n`);
    expect(loaded).toBeLessThan(FIRST_LOAD_BYTES);
    await page.close();
  });

  on.story(
    'lets in by the link of the first start, whose key does not stay in the address',
    async ({ server, browser }) => {
      const other = await watchedPage(browser, server.url);
      await other.page.goto(`/console#key=${server.key}`);
      await other.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
      expect(other.page.url()).not.toContain('cairn_');
      await other.page.reload();
      await other.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
      expect(other.problems).toEqual([]);
      await other.page.close();

      const wrong = await watchedPage(browser, server.url);
      await wrong.page.goto('/console/#key=cairn_wrong');
      await wrong.page.getByRole('alert').getByText('unknown, expired or revoked').waitFor();
      await wrong.page.close();
    },
  );

  on.story('signs out, and the session is over', async ({ server, browser }) => {
    const { page } = await watchedPage(browser, server.url);
    await page.goto(`/console#key=${server.key}`);
    await page.getByRole('button', { name: /Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Your key').waitFor();
    const status = await page.evaluate(
      `fetch('/v1/caller', { headers: { 'x-cairn-console': '1' } }).then((a) => a.status)`,
    );
    expect(status).toBe(401);
    await page.close();
  });
}
