import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchedPage } from '../browser.ts';
import { Client } from '../client.ts';
import { startServer } from '../server-process.ts';
import { until } from '../until.ts';
import { Keys } from './keys.ts';
import { expectSoundPage, type ConsoleStories } from './visit.ts';

/** Stories of the screen Settings. */
export function settingStories(on: ConsoleStories): void {
  on.story('shows limits, and sets and removes a retention rule', async ({ page, go, expectSound }) => {
    await go('/settings');
    await page.getByText('Your organisation has no limits.').waitFor();
    await page.getByLabel('Channel of the rule').fill('billing');
    await page.getByLabel('Forget after days').fill('400');
    await page.getByRole('button', { name: 'Set the rule' }).click();
    const rule = page.getByRole('row').filter({ hasText: 'memories of billing' });
    await rule.getByText('400 days').waitFor();
    await page.getByRole('button', { name: 'Preview the rules' }).click();
    await page.getByText('memories of billing: 0 archived, 0 forgotten').waitFor();
    await expectSound('settings');
    await rule.getByRole('button', { name: 'Remove the rule' }).click();
    await rule.getByRole('button', { name: 'Really remove the rule' }).click();
    await page.getByText('No rule: everything is kept for good.').waitFor();
  });

  on.job(
    'saves who reviews, and closes a channel to all but its members',
    async ({ page, api, go, expectSound }, look) => {
      const channel = `deals-${look.scheme}-${look.width}`;
      await go('/settings');
      const policy = page.getByRole('form', { name: 'Policy' });
      await policy.getByLabel('Reviewers of proposals for more readers than the owner').click();
      await page.getByRole('option', { name: 'the owner and managers' }).click();
      await policy.getByRole('combobox', { name: 'Kinds that agents only propose' }).click();
      await page.getByRole('option', { name: 'lesson', exact: true }).click();
      await page.keyboard.press('Escape');
      await policy.getByRole('button', { name: 'Review by kind' }).click();
      await policy.getByLabel('Review a fact').selectOption({ label: 'below certainty 0.9' });
      await policy.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The settings are saved.').first().waitFor();
      const review = { reviewers: 'managers', reviewedWrites: ['lesson'], keptUnreviewed: { fact: 0.9 } };
      expect((await api.get('/v1/settings')).body).toMatchObject({ review, masking: 'on' });

      await page.getByLabel('Channel to close').fill(channel);
      await page.getByRole('combobox', { name: 'Members' }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Close it' }).click();
      await page.getByText(`Only its members read ${channel} now.`).waitFor();
      await expectSound(`settings-${look.scheme}-${look.width}`);
      await page.getByRole('button', { name: `Open ${channel}` }).click();
      await page.getByRole('button', { name: `Really open ${channel}` }).click();
      await page.getByText(`${channel} is open to the whole organisation.`).waitFor();
      const before = { reviewers: 'owner', reviewedWrites: [], keptUnreviewed: {} };
      await api.call('PUT', '/v1/settings', { review: before });
    },
  );

  on.story('keeps privacy, closed channels and retention by keyboard alone', async ({ page, api, go }) => {
    const keys = new Keys(page);
    const masking = async () => ((await api.get('/v1/settings')).body as { masking: string }).masking;
    await go('/settings');
    const policy = page.getByRole('form', { name: 'Policy' });
    for (const state of ['off', 'on']) {
      await keys.press(policy.getByRole('switch', { name: 'Mask secrets in texts' }), 'Space');
      await keys.press(policy.getByRole('button', { name: 'Save' }));
      await until(async () => (await masking()) === state);
    }

    await keys.fill(page.getByLabel('Channel to close'), 'board');
    await keys.to(page.getByRole('combobox', { name: 'Members' }));
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await keys.press(page.getByRole('button', { name: 'Close it' }));
    await page.getByText('Only its members read board now.').waitFor();
    await keys.press(page.getByRole('button', { name: 'Open board' }));
    await page.keyboard.press('Enter');
    await page.getByText('board is open to the whole organisation.').waitFor();

    await keys.fill(page.getByLabel('Channel of the rule'), 'board');
    await keys.fill(page.getByLabel('Forget after days'), '90');
    await page.keyboard.press('Enter');
    const rule = page.getByRole('row').filter({ hasText: 'memories of board' });
    await rule.getByText('90 days').waitFor();
    await keys.press(rule.getByRole('button', { name: 'Remove the rule' }));
    await page.keyboard.press('Enter');
    await page.getByText('No rule: everything is kept for good.').waitFor();
  });

  // On five processes, the language is a setting of the indexing service, and the routes are the same.
  if (process.env['CAIRN_E2E'] !== 'cluster')
    on.story('builds the words of another language, and switches to them, by keyboard alone', async ({ browser }) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'cairn-language-'));
      const start = (env: Record<string, string>) =>
        startServer({ dataDir, port: 0, env: { CAIRN_EMBEDDER: 'none', ...env } });
      const before = await start({});
      await new Client(before.url, before.key!).post('/v1/memories?wait=indexed', [
        { title: 'Rechnungen', content: 'Die Rechnungen gehen am Montag hinaus.' },
      ]);
      await before.stop();

      const server = await start({ CAIRN_LANGUAGE: 'german' });
      const watched = await watchedPage(browser, server.url);
      const { page } = watched;
      const keys = new Keys(page);
      await page.goto(`/console/#key=${before.key!}`);
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
      await page.goto('/console/settings');
      await page.getByText('whose words are not searched yet').waitFor();
      await keys.press(page.getByRole('button', { name: 'Build the new words' }));
      await keys.press(page.getByRole('button', { name: 'Search by the new words' }));
      await page.getByText('Texts are searched by the new words.').waitFor();
      await page.getByText(/^Words are searched in German/).waitFor();
      await expectSoundPage(watched, 'settings-language');
      await page.context().close();
      await server.stop();
      rmSync(dataDir, { recursive: true });
    });
}
