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
}
