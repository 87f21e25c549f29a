import { Client } from '../client.ts';
import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Agents. */
export function agentStories(on: ConsoleStories): void {
  on.story('makes a key, connects an agent with it, and revokes it', async ({ page, server, go, expectSound }) => {
    await go('/agents');
    await page.getByLabel('Name of the agent').fill('Ana’s agent <b>');
    await page.getByRole('button', { name: 'Make its key' }).click();
    const made = await page
      .getByLabel('The lines')
      .filter({ hasText: /cairn_/ })
      .textContent();
    const key = /cairn_[\w-]+/.exec(made!)![0];
    await page.getByText('Waiting for the first call of the agent').waitFor();
    await expectSound('connect');
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
