import { Client } from '../client.ts';
import { Keys } from './keys.ts';
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

  on.story('connects an agent by keyboard alone', async ({ page, server, go, heading }) => {
    const keys = new Keys(page);
    await go('/agents');
    await heading('Agents');
    await keys.fill(page.getByLabel('Name of the agent'), 'Codex of Ana');
    await page.keyboard.press('Enter');
    await page.getByText('Waiting for the first call of the agent').waitFor();
    await keys.to(page.getByRole('combobox', { name: 'Client' }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await keys.to(page.getByLabel('The lines', { exact: true }));
    await keys.to(page.getByRole('button', { name: 'Copy the lines' }));
    const made = (await page.getByLabel('The lines', { exact: true }).textContent())!;
    expect((await new Client(server.url, /cairn_[\w-]+/.exec(made)![0]).get('/v1/caller')).status).toBe(200);
    await page.getByText('Agent connected').waitFor();
  });

  on.story('invites a person by keyboard alone', async ({ page, go, heading }) => {
    const keys = new Keys(page);
    await go('/people');
    await heading('People');
    await keys.press(page.getByRole('button', { name: 'Invite' }));
    await keys.fill(page.getByLabel('Whom'), 'Noa');
    await keys.choose(page.getByLabel('Role', { exact: true }), 'reader');
    await keys.press(page.getByRole('button', { name: 'Make the link' }));
    await page.getByText(/^http\S+\/console\/join#cairn_join_/).waitFor();
    await keys.to(page.getByRole('button', { name: /^Copy the link/ }));
    await keys.press(page.getByRole('button', { name: 'Done' }));
    await page.getByRole('region', { name: 'Invitations' }).getByText('Noa').waitFor();
    await keys.press(page.getByRole('button', { name: 'Revoke the invitation of Noa' }));
    await page.keyboard.press('Enter');
    await page.getByText('The link for Noa works no more.').waitFor();
  });

  on.story('reads a conversation and saves messages of it by keyboard alone', async ({ page, api, go, heading }) => {
    const keys = new Keys(page);
    await go('/conversations');
    await heading('Conversations');
    await page.getByRole('region', { name: 'Conversations' }).getByRole('listitem').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('Agreed. We chose RabbitMQ').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.getByText('1 message chosen').waitFor();
    await page.keyboard.press('c');
    const form = page.getByRole('form', { name: 'New memory' });
    await form.getByText('It names 1 message as its source.').waitFor();
    await keys.fill(form.getByLabel('Title'), 'By keys');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Stored. Answers have it').waitFor();
    const { items } = (await api.get('/v1/memories?limit=1')).body as { items: object[] };
    expect(items).toMatchObject([{ title: 'By keys', content: 'Then the queue must be drained before the first.' }]);
  });

  on.story('imports a file, and takes that back, by keyboard alone', async ({ page, api, go, heading }) => {
    const keys = new Keys(page);
    const stored = async () =>
      ((await api.get('/v1/memories?source=obsidian:keys')).body as { items: unknown[] }).items.length;
    await go('/imports');
    await heading('Imports');
    await keys.press(page.getByRole('button', { name: /^Markdown/ }));
    await page.getByRole('region', { name: /^How to get/ }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await keys.press(page.getByRole('button', { name: 'Choose files' }));
    const file = {
      name: 'keys.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Keys\nThe lighthouse is lit.\n'),
    };
    await (await chooser).setFiles(file);
    await page
      .getByRole('region', { name: /^Preview of keys/ })
      .getByText('The lighthouse is lit.')
      .waitFor();
    await keys.press(page.getByRole('button', { name: 'Import for the team' }));
    await page.getByText('1 read: 1 new, 0 already there, 0 failed').waitFor();
    expect(await stored()).toBe(1);
    await keys.press(page.getByRole('button', { name: 'Undo keys.md' }));
    await page.getByText('This would forget 1 memory').waitFor();
    await keys.press(page.getByRole('button', { name: 'Undo the import' }));
    await page.getByText('The import is undone.').waitFor();
    expect(await stored()).toBe(0);
  });
}
