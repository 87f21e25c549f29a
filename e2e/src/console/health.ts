import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Health. */
export function healthStories(on: ConsoleStories): void {
  on.story('shows how the queues and indexes are, and looks for drift', async ({ page, go, expectSound }) => {
    await go('/health');
    await page
      .getByText(/^All \d+ are empty: nothing is on its way|message\.written\.|memory\.written\./)
      .first()
      .waitFor();
    await page.getByText('None: nothing was given up.').waitFor();
    await page.getByRole('button', { name: 'Look for drift' }).first().click();
    await page
      .getByText(/No drift among|missing/)
      .first()
      .waitFor();
    await expectSound('health');
  });
}
