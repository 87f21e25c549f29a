import { hostile } from '../console-data.ts';
import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Ask. */
export function askStories(on: ConsoleStories): void {
  on.job(
    'finds an answer: the sentence is marked, facets narrow the hits, and a hit opens',
    async ({ page, go, heading, expectSound }, { width }) => {
      await go('/');
      await heading('Home');
      await page.keyboard.press('/');
      await page.getByPlaceholder('Find a memory').fill('when do invoices go out');
      await page.getByText('Ask “when do invoices go out”').click();
      await heading('Ask');
      const first = page.getByRole('article', { name: 'Hit 1' });
      await first.locator('mark', { hasText: 'Invoices go out on the first of the month' }).waitFor();
      await page
        .getByRole('status')
        .getByText(/^(Likely|Unsure)\./)
        .waitFor();
      await expectSound(`ask-${width}`);

      // The message that the memory came from is no hit of its own.
      await first.getByRole('link', { name: 'said by Ana in billing' }).waitFor();
      expect(await page.getByRole('article').filter({ hasText: 'Ana said' }).count()).toBe(0);
      const kinds = page.getByRole('group', { name: 'Kind' });
      await kinds.getByRole('button', { name: /^lesson/ }).click();
      await first.waitFor({ state: 'detached' });
      await page.getByRole('article').filter({ hasText: 'Drain the billing queue' }).waitFor();
      await kinds.getByRole('button', { name: /^lesson/ }).click();
      await first.waitFor();

      // The keys alone: the first hit, and Enter.
      await page.locator('body').press('j');
      await page.keyboard.press('Enter');
      if (width < 992) return heading(/^Invoices go out/);
      const open = page.getByRole('region', { name: 'Open hit' });
      await open.getByText('everybody in the organisation').waitFor();
      await page.keyboard.press('j');
      await page.getByRole('article', { name: 'Hit 2' }).and(page.locator('[aria-current]')).waitFor();
      await page.keyboard.press('k');
      await open.getByRole('button', { name: 'Why at place 1' }).click();
      await open.getByRole('group', { name: 'Points of each signal for hit 1' }).waitFor();
      await expectSound(`ask-open-${width}`);
      await page.locator('body').press('Escape');
      await open.waitFor({ state: 'detached' });
    },
  );

  on.story('says that nothing was found, and offers to write it down', async ({ page, go, expectSound }) => {
    await go('/ask?q=zeppelin&tags=nowhere');
    await page.getByRole('heading', { name: /^Nothing found/ }).waitFor();
    await expectSound();
    await page.getByRole('button', { name: 'I know it: write it down' }).click();
    await page.getByRole('dialog').getByLabel('Title').and(page.locator('[value="zeppelin"]')).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  on.story('shows stored text as text, and keeps the request for developers', async ({ page, go, expectSound }) => {
    await go('/ask');
    await page.getByLabel('Question').fill('hostile markup');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('article', { name: 'Hit 1' }).waitFor();
    await page.getByText(hostile.slice(0, 30)).first().waitFor();
    await expectSound();

    await page.getByRole('button', { name: 'For developers' }).click();
    const panel = page.getByRole('region', { name: 'For developers' });
    await panel.getByRole('button', { name: 'Copy as curl' }).waitFor();
    await panel.getByRole('button', { name: 'Copy as tool call' }).waitFor();
    await expectSound('ask-developers');
  });
}
