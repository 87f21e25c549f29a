import { expectDenseRows } from './dense-rows.ts';
import type { ConsoleStories } from './visit.ts';

/** Stories of the list of memories. */
export function memoryListStories(on: ConsoleStories): void {
  on.job(
    'finds memories by filters and words, and opens one by keys alone',
    async ({ page, api, go, heading, expectSound }, { scheme, width }) => {
      const of = (content: string, more: object) => ({ title: content.slice(0, 20), content, ...more });
      await api.post('/v1/memories?wait=indexed', [
        of('Quay seven is dredged in March.', { tags: ['quay'], project: 'acme/port', category: 'event' }),
        of('Quay nine takes ferries.', { tags: ['quay'], channel: 'ops', category: 'fact' }),
      ]);
      await go('/memories');
      const list = page.getByRole('region', { name: 'Memories' });
      await list.getByRole('link', { name: 'Quay seven is dredge' }).waitFor();
      await list.getByText('acme/port').first().waitFor();
      await expectDenseRows(page, 'Memories');
      await expectSound(`memories-${scheme}-${width}`);

      await page.getByLabel('Kind').selectOption('event');
      await list.getByRole('link', { name: 'Quay nine' }).waitFor({ state: 'detached' });
      await page.getByLabel('Kind').selectOption('');
      await page.getByRole('button', { name: 'More filters' }).click();
      await page.getByLabel('Project').fill('acme/port');
      await page.getByLabel('Project').press('Enter');
      await list.getByRole('link', { name: 'Quay nine' }).waitFor({ state: 'detached' });
      await list.getByRole('link', { name: 'Quay seven' }).waitFor();
      expect(new URL(page.url()).searchParams.get('project')).toBe('acme/port');
      await page.getByLabel('Author').selectOption({ label: 'first admin' });
      await list.getByRole('link', { name: 'Quay seven' }).waitFor();
      await expectSound(`memories-filtered-${scheme}-${width}`);
      await page.getByLabel('Tag', { exact: true }).fill('nowhere');
      await page.getByLabel('Tag', { exact: true }).press('Enter');
      await page.getByRole('button', { name: 'Remove the filters' }).click();

      await page.getByLabel('Search', { exact: true }).fill('ferries');
      await page.getByLabel('Search', { exact: true }).press('Enter');
      await list.getByRole('link', { name: 'Quay nine takes ferr' }).waitFor();
      await list.getByRole('link', { name: 'Quay seven' }).waitFor({ state: 'detached' });
      await page.getByLabel('Search', { exact: true }).press('Escape');
      await page.locator('body').press('j');
      await page.keyboard.press('Enter');
      await heading('Quay nine takes ferr');
    },
  );
}
