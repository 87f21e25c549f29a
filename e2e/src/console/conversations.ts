import { until } from '../until.ts';
import type { ConsoleStories } from './visit.ts';

const BATCH = 500;

/** Stories of the screen Conversations. */
export function conversationStories(on: ConsoleStories): void {
  on.story('reads a session', async ({ page, go, expectSound }) => {
    await go('/conversations');
    await page.getByLabel('Channel').fill('billing');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('region', { name: 'Messages' }).getByText('one node is enough').waitFor();
    await expectSound('timeline');
  });

  on.story(
    'scrolls through thousands of messages, of which only those in sight are in the page',
    async ({ page, api, go }) => {
      const rows = Number(process.env['CAIRN_CONSOLE_ROWS'] ?? 2_000);
      const message = (at: number) => ({
        role: 'user',
        content: `Row ${at}`,
        channel: 'long',
        externalId: `row-${at}`,
      });
      for (let from = 0; from < rows; from += BATCH)
        await api.post(
          '/v1/messages',
          Array.from({ length: BATCH }, (_, at) => message(from + at)),
        );
      await go('/conversations?channel=long');
      const list = page.getByRole('region', { name: 'Messages' });
      const newest = list.getByText(`Row ${rows - 1}`, { exact: true });
      await newest.waitFor();

      await until(async () => {
        await list.press('End');
        return (await list.getByText('Row 0', { exact: true }).count()) > 0;
      });
      expect(await list.getByRole('listitem').count()).toBeLessThan(60);
      // Rows that are measured meanwhile move the visible ones.
      await until(async () => {
        await list.press('Home');
        return newest.isVisible();
      });
    },
  );
}
