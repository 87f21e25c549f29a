import { hostile } from '../console-data.ts';
import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Ask. */
export function askStories(on: ConsoleStories): void {
  on.story(
    'shows why each hit stands where it does, and stored text as text',
    async ({ page, go, heading, expectSound }) => {
      await page.keyboard.press('/');
      await page.getByPlaceholder('Ask, or go to').fill('invoices');
      await page.getByText('Ask “invoices”').click();
      await heading('Ask');
      await page.getByRole('article', { name: 'Hit 1' }).waitFor();
      await page.getByRole('group', { name: 'Points of each signal for hit 1' }).waitFor();
      await expectSound('recall');

      await page.getByLabel('Question').fill('hostile markup');
      await page.getByRole('button', { name: 'Recall', exact: true }).click();
      await page.getByRole('button', { name: 'Whole text' }).first().click();
      await page.getByText(hostile.slice(0, 30)).first().waitFor();
      await expectSound();
    },
  );
}
