import { until } from '../until.ts';
import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Review. */
export function reviewStories(on: ConsoleStories): void {
  on.story(
    'settles a contradiction, takes that back, and lets a memory hold on',
    async ({ page, api, go, expectSound }) => {
      await until(async () => ((await api.get('/v1/contradictions')).body as { pairs: unknown[] }).pairs.length > 0);
      await go('/review');
      const pair = page.getByRole('article', { name: 'Contradiction' }).filter({ hasText: '1200 calls' });
      await pair.waitFor();
      await expectSound('inbox');
      await pair.getByRole('button', { name: 'This one holds (newer)' }).click();
      await pair.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await pair.waitFor();

      await page.getByRole('tab', { name: 'About to end' }).click();
      const ending = page.getByRole('article', { name: 'Billing window' });
      await ending.getByText('in 3 days').waitFor();
      await expectSound();
      await ending.getByRole('button', { name: 'It holds on' }).click();
      await page.getByText('Nothing ends within a month').waitFor();
      await page.getByRole('tab', { name: 'Repetitions' }).click();
      await page.getByRole('tabpanel', { name: 'Repetitions' }).waitFor();
      await expectSound();
    },
  );
}
