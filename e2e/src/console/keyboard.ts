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
      await page.getByPlaceholder('Ask, or go to').waitFor();
      await page.keyboard.press('Escape');
      await page.getByPlaceholder('Ask, or go to').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Ask, or go to').fill('conversations');
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
}
