import type { ConsoleStories } from './visit.ts';

/** Stories of the keyboard alone. */
export function keyboardStories(on: ConsoleStories): void {
  on.story(
    'is used by keyboard alone: skip link, palette, letters, and the way back',
    async ({ page, go, heading, expectSound }) => {
      await go('/review');
      await heading('Review');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
      await page.keyboard.press('/');
      await page.getByPlaceholder('Find a memory').waitFor();
      await page.keyboard.press('Escape');
      await page.getByPlaceholder('Find a memory').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Find a memory').fill('conversations');
      await page.keyboard.press('Enter');
      await heading('Conversations');
      await page.locator('body').press('g');
      await page.locator('body').press('m');
      await heading('Memories');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).getByText('Next row').waitFor();
      await expectSound('keys');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  );

  on.job(
    'finds memories, people and things, and actions in the palette',
    async ({ page, go, heading, expectSound }) => {
      await go('/people');
      await heading('People');
      await page.locator('body').press('/');
      const palette = page.getByPlaceholder('Find a memory');
      await palette.fill('RabbitMQ');
      await page.getByRole('button', { name: /RabbitMQ rather than Kafka/ }).waitFor();
      await page.getByRole('button', { name: /^RabbitMQ system/ }).waitFor();
      await expectSound('palette');
      await page.getByRole('button', { name: /^RabbitMQ system/ }).click();
      await heading('Ownership');
      await page.locator('body').press('/');
      await palette.fill('new mem');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'New memory' }).waitFor();
      await page.keyboard.press('Escape');
    },
  );
}
