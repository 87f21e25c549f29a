import { until } from '../until.ts';
import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Documents. */
export function documentStories(on: ConsoleStories): void {
  on.job('searches the sections of a knowledge base', async ({ page, api, go, expectSound }, look) => {
    const metadata = { title: 'Holidays', sourceUrl: 'https://example.org/handbook', chunkIndex: 0, totalChunks: 1 };
    const content = 'A **holiday** is asked for two weeks before.';
    const name = 'Handbook <b>';
    // The command is that of the installation, which the server knows; services apart have none.
    await go('/documents');
    await page
      .getByText(/--data-dir \S+ kb import NAME FILES|npx --yes \S+ kb import NAME FILES|Handbook/)
      .first()
      .waitFor();
    await api.post('/v1/knowledge-bases', { name });
    const { status } = await api.post('/v1/knowledge-imports', {
      knowledgeBaseName: name,
      chunks: [{ content, metadata }],
    });
    expect([200, 201]).toContain(status);
    // The screen searches once, and chunks are found only when they are indexed.
    await until(async () => {
      const query = { knowledgeBaseName: name, query: 'holiday' };
      return (await api.post('/v1/recall/knowledge', query)).body.chunks?.length > 0;
    });
    await go('/documents');
    await page.getByRole('heading', { name: 'Handbook <b>' }).waitFor();
    await page.getByLabel('Search Handbook <b>').fill('holiday');
    await page.getByLabel('Search Handbook <b>').press('Enter');
    await page.getByRole('article', { name: 'Holidays' }).getByText('two weeks before').waitFor();
    await expectSound(`documents-${look.scheme}-${look.width}`);
  });
}
