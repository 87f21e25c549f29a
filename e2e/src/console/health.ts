import { Keys } from './keys.ts';
import type { ConsoleStories } from './visit.ts';

const IS_CLUSTER = process.env['CAIRN_E2E'] === 'cluster';

/** Stories of the screen Health. */
export function healthStories(on: ConsoleStories): void {
  on.job('says in one sentence whether the server is well, and what to do', async ({ page, go, expectSound }, look) => {
    await go('/health');
    // The stores of five processes are backed up by their own tools.
    if (!IS_CLUSTER) await page.getByText('No backup is known').waitFor();
    await page.getByText('only words are searched').waitFor();
    for (const chart of [
      'Writes',
      'Recall, 95 of 100 within',
      'Waiting for the indexes, at most',
      'Late answers to hooks',
    ])
      await page.getByText(chart, { exact: true }).first().waitFor();
    // A process of five shares its counts within seconds.
    await page.getByText(IS_CLUSTER ? /The charts sum [345] processes/ : /^The charts count since the start/).waitFor();
    await expectSound(`health-${look.scheme}-${look.width}`);
  });

  on.story(
    'shows how the queues and indexes are, and looks for drift, by keyboard alone',
    async ({ page, go, expectSound }) => {
      const keys = new Keys(page);
      await go('/health');
      await keys.press(page.getByText('Queues and indexes'));
      await page
        .getByText(/^All \d+ are empty: nothing is on its way|message\.written\.|memory\.written\./)
        .first()
        .waitFor();
      await keys.press(page.getByRole('button', { name: 'Look for drift' }).first());
      await page
        .getByText(/No drift among|missing/)
        .first()
        .waitFor();
      await expectSound('health');
    },
  );
}
