import { Client } from '../client.ts';
import { until } from '../until.ts';
import { expectDenseRows } from './dense-rows.ts';
import type { ConsoleStories } from './visit.ts';

const storeRule = (api: Client) =>
  api.post('/v1/memories?wait=indexed', [
    {
      category: 'rule',
      title: 'Cluster through Git',
      content: 'Never run kubectl apply against production. Merge to the deploy repo instead.',
      forbids: [{ names: ['kubectl apply'], environments: ['production'] }],
      instead: ['git push origin deploy/*'],
    },
  ]);

/** Stories of the screen Rules. */
export function ruleStories(on: ConsoleStories): void {
  on.job('shows how a rule was understood, and what an action would meet', async ({ page, api, go, expectSound }) => {
    await storeRule(api);
    await go('/rules');
    const rule = page.getByRole('article', { name: 'Cluster through Git' });
    await rule.getByText('Forbids kubectl apply, in production').waitFor();
    await page.getByLabel('Try an action').fill('kubectl apply -f x.yaml --context production');
    await page.keyboard.press('Enter');
    await page.getByText('It would be stopped').waitFor();
    await rule.getByText(/stopped (nothing yet|\d+ actions?)/).waitFor();
    await expectDenseRows(page, 'Rules');
    await expectSound('rules');

    await page.getByLabel('Try an action').fill('ls -la');
    await page.keyboard.press('Enter');
    await page.getByText('It would go on: no rule is about it').waitFor();
    await expectSound();
  });

  on.story('counts what a rule stopped an agent from doing, and not what a person tries', async (visit) => {
    const { page, api, server, go, expectSound } = visit;
    await storeRule(api);
    const { body: made } = await api.post('/v1/keys', { name: 'codex@laptop', kind: 'agent' });
    const agent = new Client(server.url, (made as { key: string }).key);
    const stopped = await agent.post('/v1/recall/preflight', {
      ...{ action: 'kubectl apply -f x.yaml --context production', waitMs: 2_000 },
    });
    expect(stopped.body).toMatchObject({ verdict: 'stop' });
    await until(async () => JSON.stringify((await api.get('/v1/rules')).body).includes('"stops"'));
    await go('/rules');
    const rule = page.getByRole('article', { name: 'Cluster through Git' }).filter({ hasText: 'codex@laptop' });
    await rule.getByText(/stopped 1 action, last/).waitFor();
    await expectSound();
  });
}
