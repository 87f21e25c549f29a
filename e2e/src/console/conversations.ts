import { until } from '../until.ts';
import type { ConsoleStories } from './visit.ts';

const BATCH = 500;

/** Stories of the screen Conversations. */
export function conversationStories(on: ConsoleStories): void {
  on.job('reads a conversation and saves a part of it as a memory', async ({ page, api, go, expectSound }, look) => {
    const shot = (name: string) => `conversation${name}-${look.scheme}-${look.width}`;
    await go('/conversations');
    await page.getByLabel('Channel').fill('billing');
    await page.getByLabel('Channel').press('Enter');
    await page.waitForURL(/channel=billing/);
    await page.getByLabel('Speaker').fill('Nobody');
    await page.getByLabel('Speaker').press('Enter');
    await page.getByText('No conversation there').waitFor();
    await page.getByLabel('Speaker').fill('Ben');
    await page.getByLabel('Speaker').press('Enter');
    await page.waitForURL(/speaker=Ben/);
    const row = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').first();
    await row.getByText(/2 memories kept|[3-9] memories kept/).waitFor();
    await expectSound(shot('s'));

    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('Agreed. We chose RabbitMQ').waitFor();
    await messages.getByRole('link', { name: 'RabbitMQ rather than Kafka for the billing queue' }).waitFor();
    await expectSound(shot(''));

    await messages.getByLabel('Choose this message of Ben').check();
    await page.getByRole('button', { name: 'Save as a memory' }).click();
    const title = `Drained, ${look.scheme} ${look.width}`;
    const form = page.getByRole('form', { name: 'New memory' });
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Readers').selectOption('channel');
    await form.getByText('It names 1 message as its source.').waitFor();
    await expectSound(shot('-save'));
    await form.getByRole('button', { name: 'Store it' }).click();
    await messages.getByRole('link', { name: title }).waitFor();
    const { items } = (await api.get('/v1/memories?limit=1')).body as { items: object[] };
    expect(items).toMatchObject([
      { title, content: 'Then the queue must be drained before the first.', channel: 'billing', visibility: 'channel' },
    ]);
  });

  on.story('saves the marked words of a message, with the message as the evidence', async ({ page, api, go }) => {
    await go('/conversations?session=standup&channel=billing');
    const said = page.getByText('Then the queue must be drained before the first.');
    await said.waitFor();
    await page.evaluate(`(() => {
      const text = [...document.querySelectorAll('[data-message] .stored')].find((one) => one.textContent.includes('drained')).firstChild;
      getSelection().setBaseAndExtent(text, 5, text, 14);
    })()`);
    await page.getByRole('button', { name: 'Save as a memory' }).click();
    const form = page.getByRole('form', { name: 'New memory' });
    expect(await form.getByLabel('Content').inputValue()).toBe('the queue');
    await form.getByRole('button', { name: 'Store it' }).click();
    await page.getByText('Stored. Answers have it').waitFor();
    const { items } = (await api.get('/v1/memories?limit=1')).body as { items: { sourceIds: string[] }[] };
    expect(items).toMatchObject([{ content: 'the queue', visibility: 'private' }]);
    expect(items[0]!.sourceIds).toHaveLength(1);
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
      await go('/conversations?view=messages&channel=long');
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
