import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Audit. */
export function auditStories(on: ConsoleStories): void {
  on.story(
    'shows who did what, filters it, goes on to older entries, and verifies the chain',
    async ({ page, go, expectSound, api }) => {
      await api.post('/v1/teams', { name: 'Auditors' });
      await api.post('/v1/keys', { name: 'audited', kind: 'agent' });
      await go('/audit');
      const entries = page.getByRole('list', { name: 'Entries' });
      await entries.getByText('added 7 memories').first().waitFor();
      await expectSound('audit');
      await page.getByLabel('To a').selectOption('team');
      await entries.getByText('added a team').waitFor();
      await entries.getByText('added a key').first().waitFor({ state: 'detached' });
      await page.getByLabel('To a').selectOption('');
      await entries.getByText('added a key').first().waitFor();
      await page.getByRole('button', { name: 'Verify the chain' }).click();
      await page.getByText(/^The chain holds: \d+ entries/).waitFor();
      await expectSound();
    },
  );
}
