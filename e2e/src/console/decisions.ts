import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Decisions. */
export function decisionStories(on: ConsoleStories): void {
  on.story('tells why something was decided', async ({ page, go, heading, expectSound }) => {
    await go('/');
    await heading('Home');
    await page.locator('body').press('g');
    await page.locator('body').press('d');
    await page.getByRole('link', { name: /RabbitMQ rather/ }).click();
    await page.getByRole('heading', { name: 'Decision', exact: true }).waitFor();
    await expectSound('decisions');
  });
}
