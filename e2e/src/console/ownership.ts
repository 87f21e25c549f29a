import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Ownership. */
export function ownershipStories(on: ConsoleStories): void {
  on.story('goes through the graph from one thing outward', async ({ page, go, expectSound }) => {
    await go('/ownership');
    await page.getByRole('link', { name: 'billing', exact: true }).first().click();
    await page.getByRole('table', { name: 'Relations' }).getByText('depends_on').waitFor();
    await page.locator('.graph canvas').first().waitFor();
    await expectSound('graph');
  });
}
