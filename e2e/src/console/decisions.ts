import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Decisions. */
export function decisionStories(on: ConsoleStories): void {
  on.job(
    'reads the table of decisions, and one as a chain of what superseded what',
    async ({ page, api, go, heading, expectSound }, { scheme, width }) => {
      const name = `cache of ${scheme} ${width}`;
      const decision = { title: `Redis as the ${name}`, content: `We decided to use Redis as the ${name}.` };
      const { items } = (
        await api.post('/v1/memories?wait=indexed', [{ ...decision, category: 'decision', project: 'acme/shop' }])
      ).body as { items: { id: string }[] };
      const successor = { title: `Valkey as the ${name}`, content: `We use Valkey as the ${name}, since it is free.` };
      await api.post(`/v1/memories/${items[0]!.id}/supersede`, successor);

      await go('/');
      await heading('Home');
      await page.locator('body').press('g');
      await page.locator('body').press('d');
      const row = page.getByRole('row').filter({ hasText: decision.title });
      await row.getByText('superseded', { exact: true }).waitFor();
      await page.getByRole('row').filter({ hasText: successor.title }).getByText('holds', { exact: true }).waitFor();
      await expectSound(`decisions-${scheme}-${width}`);
      await page.getByLabel('Only those that hold').check();
      await row.waitFor({ state: 'detached' });
      await page.getByLabel('Only those that hold').uncheck();

      await row.getByRole('link').press('Enter');
      const chain = page.getByRole('list', { name: 'Chain of decisions' });
      await chain.getByRole('link', { name: successor.title }).waitFor();
      expect(await chain.getByRole('listitem').allTextContents()).toEqual([
        expect.stringContaining(decision.title),
        expect.stringContaining(successor.title),
      ]);
      await page.getByRole('heading', { name: 'Decision', exact: true }).waitFor();
      await expectSound(`decision-chain-${scheme}-${width}`);
    },
  );

  on.story('tells why something was decided', async ({ page, go, expectSound }) => {
    await go('/decisions');
    await page.getByLabel('Why was it decided?').fill('RabbitMQ for the billing queue');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('because one node is enough').first().waitFor();
    await expectSound('decisions');
  });
}
