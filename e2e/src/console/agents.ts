import { Client } from '../client.ts';
import type { ConsoleStories } from './visit.ts';

let agents = 0;

/** Stories of the screen Agents. */
export function agentStories(on: ConsoleStories): void {
  on.job('shows what an agent asked and got, to its owner', async ({ page, api, server, go, expectSound }) => {
    const name = `cursor@desk-${(agents += 1)}`;
    const { body } = await api.post('/v1/keys', { name, kind: 'agent' });
    const agent = new Client(server.url, (body as { key: string }).key);
    await agent.post('/v1/memories?wait=indexed', [
      { title: `Backups run at ${agents}`, content: `Backups of desk ${agents} run at night.` },
    ]);
    await agent.post('/v1/recall', { query: `when do backups of desk ${agents} run?` });
    await go('/agents');
    const card = page.getByRole('article', { name });
    await card.getByText('Cursor on').waitFor();
    await card.getByText('asked 1 question today').waitFor();
    await card.getByText('stored 1 memory today').waitFor();
    await card.getByRole('button', { name: `Show its questions: ${name}` }).click();
    const row = card.getByRole('listitem').filter({ hasText: `when do backups of desk ${agents} run?` });
    await row.getByRole('button', { name: /items?$/ }).click();
    await row.getByRole('link', { name: `Backups run at ${agents}` }).waitFor();
    await expectSound('agents');
    await card.getByRole('button', { name: `Forget the questions of ${name}` }).click();
    await card.getByRole('button', { name: `Really forget the questions of ${name}` }).click();
    await card.getByText('It asked nothing in the last days.').waitFor();
    await expectSound();
  });

  on.story('makes a key, connects an agent with it, and revokes it', async ({ page, server, go, expectSound }) => {
    await go('/agents?connect=yes');
    await page.getByLabel('Name of the agent').fill('Ana’s agent <b>');
    await page.getByRole('button', { name: 'Make its key' }).click();
    const made = await page
      .getByLabel('The lines')
      .filter({ hasText: /cairn_/ })
      .textContent();
    const key = /cairn_[\w-]+/.exec(made!)![0];
    await page.getByText('Waiting for the first call of the agent').waitFor();
    await expectSound('connect');
    await page.getByLabel('Hooks: it uses the memory without being asked').check();
    await page.getByLabel('The lines').filter({ hasText: 'connect claude-code --hooks' }).waitFor();
    expect((await new Client(server.url, key).get('/v1/caller')).body).toMatchObject({ role: 'writer' });
    await page.getByText('Agent connected').waitFor();
    await page.getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option', { name: 'Zed' }).click();
    await page.getByLabel('The lines').filter({ hasText: 'context_servers' }).filter({ hasText: key }).waitFor();
    await page.getByText('~/.config/zed/settings.json').waitFor();
    await page.getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option', { name: 'Claude Desktop' }).click();
    await page
      .getByLabel('The lines')
      .filter({ hasText: `"CAIRN_KEY": "${key}"` })
      .waitFor();
    await page.getByText('claude_desktop_config.json').waitFor();
    await expectSound();

    await go('/people?tab=keys');
    await page.getByRole('button', { name: 'Revoke Ana' }).click();
    await page.getByRole('button', { name: 'Really revoke Ana' }).click();
    const itsRow = page.getByRole('row').filter({ hasText: 'Ana’s agent' });
    await itsRow.getByText('revoked', { exact: true }).waitFor();
    expect((await new Client(server.url, key).get('/v1/caller')).status).toBe(401);
  });
}
