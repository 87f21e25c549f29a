import type { ConsoleStories } from './visit.ts';

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
}
