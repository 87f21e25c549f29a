import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/index-native.js';
import { hostile } from '../console-data.ts';
import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Imports. */
export function importStories(on: ConsoleStories): void {
  on.story(
    'imports a file, names the lines that it cannot store, and stores nothing twice',
    async ({ page, go, expectSound, forgive }) => {
      const lines = [
        { id: 'i1', content: 'The printer is on the second floor.', speaker: 'Cleo' },
        { id: 'i2', title: 'Printer', content: 'The printer is on the second floor.', category: 'fact' },
        { id: 'i3', title: 'Broken', content: 'x', category: 'nonsense' },
      ].map((line) => JSON.stringify(line));
      const file = {
        name: 'team.jsonl',
        mimeType: 'application/x-ndjson',
        buffer: Buffer.from([...lines, '{'].join('\n')),
      };
      await go('/imports');
      await page.getByLabel('Files to import').setInputFiles(file);
      await importForMe(page);
      await page.getByText('4 read: 2 new, 0 already there, 2 failed').waitFor();
      await page.getByRole('group', { name: 'team.jsonl' }).getByText('Line 3').waitFor();
      forgive(/400/);
      await expectSound('imports');
      await page.getByRole('button', { name: 'Propose memories: team.jsonl' }).click();
      await page.getByText('No conversation of it is left to read.').waitFor();
      await page
        .getByRole('button', { name: 'Propose memories: team.jsonl' })
        .filter({ hasText: /^None to read$/ })
        .waitFor();

      await go('/imports');
      await page
        .getByLabel('Files to import')
        .setInputFiles({ ...file, buffer: Buffer.from(lines.slice(0, 2).join('\n')) });
      await importForMe(page);
      await page.getByText('2 read: 0 new, 2 already there, 0 failed').waitFor();
    },
  );

  on.story(
    'imports the conversations of an export, which stay private unless somebody says otherwise',
    async ({ page, api, go, expectSound }) => {
      const said = (uuid: string, text: string) => ({
        uuid,
        sender: 'human',
        text,
        created_at: '2026-11-01T10:00:00Z',
      });
      const conversations = [
        { uuid: 'c1', name: 'Harbour', chat_messages: [said('h1', 'The harbour opens at six.'), said('h2', hostile)] },
        { title: 'neither' },
      ];
      await go('/imports');
      await page.getByLabel('Files to import').setInputFiles({
        name: 'conversations.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(conversations)),
      });
      await importForMe(page);
      await page.getByText('3 read: 2 new, 0 already there, 1 failed').waitFor();
      await page.getByRole('group', { name: 'conversations.json' }).getByText('Conversation 2:').waitFor();
      await expectSound();
      const { items } = (await api.get('/v1/messages?sessionKey=c1')).body as { items: object[] };
      expect(items).toMatchObject([
        { source: 'claude-ai', visibility: 'private' },
        { source: 'claude-ai', visibility: 'private' },
      ]);
    },
  );

  on.story(
    'imports an export of Slack as it was downloaded, sessions of Codex and the log of git, after only looking',
    async ({ page, api, go, expectSound }) => {
      const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
      const slack = {
        'channels.json': [{ id: 'C1', name: 'pier' }],
        'users.json': [{ id: 'U1', name: 'Ann' }],
        'pier/2026-11-01.json': [
          { type: 'message', user: 'U1', ts: '1793527200.000100', text: `In <#C1>. ${hostile}` },
        ],
      };
      for (const [name, content] of Object.entries(slack)) await zip.add(name, new TextReader(JSON.stringify(content)));
      const session = [
        { type: 'session_meta', payload: { id: 's9', cwd: '/x/pier' } },
        { type: 'response_item', payload: { type: 'message', role: 'user', content: [{ text: 'Which pier is it?' }] } },
      ];
      const commit = `\u001E${['f'.repeat(40), 'Ann', '2026-11-01T10:00:00+00:00', 'Pier is 3', '', ''].join('\u001F')}\0`;
      const files = [
        {
          name: 'slack.zip',
          mimeType: 'application/zip',
          buffer: Buffer.from(await (await zip.close()).arrayBuffer()),
        },
        { name: 'a.jsonl', mimeType: '', buffer: Buffer.from(session.map((line) => JSON.stringify(line)).join('\n')) },
        { name: 'harbour.log', mimeType: '', buffer: Buffer.from(commit) },
      ];
      await go('/imports');
      await page.getByLabel('Files to import').setInputFiles(files);
      await page.getByRole('button', { name: 'Check everything first' }).click();
      await page.getByText('1 read: 1 would be sent, 0 cannot be').nth(2).waitFor();
      expect(((await api.get('/v1/messages?channel=pier')).body as { items: object[] }).items).toEqual([]);

      await importForMe(page);
      await page.getByText('1 read: 1 new, 0 already there, 0 failed').nth(2).waitFor();
      await expectSound();
      const { items } = (await api.get('/v1/messages?channel=pier')).body as { items: { source: string }[] };
      expect(items.map(({ source }) => source).sort()).toEqual(['codex', 'slack']);
      const { promise: isCounted, resolve: count } = Promise.withResolvers<void>();
      await page.route(/\/v1\/extractions\?/, async (route) => {
        await isCounted;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Propose memories: a.jsonl' }).click();
      await page.getByText('1 conversation will be read, one after the other').waitFor();
      await page.getByText('0 of 1 conversation read').waitFor();
      count();
      await page
        .getByRole('button', { name: 'Propose memories: a.jsonl' })
        .filter({ hasText: /^Read$/ })
        .waitFor();

      await page
        .getByLabel('Files to import')
        .setInputFiles([{ name: 'torn.zip', mimeType: 'application/zip', buffer: files[0]!.buffer.subarray(0, 90) }]);
      await page.getByText('Could not read it').waitFor();
      await importForMe(page);
      await page.getByText('The import stopped here.').waitFor();
      await page.getByRole('table', { name: 'Past imports' }).getByText('stopped').waitFor();
      await page.getByRole('button', { name: 'Resume torn.zip' }).click();
      await page.getByText('Drop the same file or folder again').and(page.locator(':focus *')).waitFor();
    },
  );

  on.story(
    'imports Markdown as a memory a section, a file or a vault, and nothing of it twice',
    async ({ page, api, go, expectSound }) => {
      const note =
        '---\ntags: [ops]\ndate: 2026-02-23\n---\n# Tides\nThe gauge is by the pier.\n\n## Rollback\nAsk Mara. #tides\n';
      const file = { name: 'Tides.md', mimeType: 'text/markdown', buffer: Buffer.from(note) };
      await go('/imports');
      await page.getByLabel('Files to import').setInputFiles(file);
      await importForMe(page);
      await page.getByText('2 read: 2 new, 0 already there, 0 failed').waitFor();
      await expectSound('imports-markdown');
      const { items } = (await api.get('/v1/memories?source=obsidian:Tides')).body as { items: { title: string }[] };
      expect(items.toSorted((a, b) => a.title.localeCompare(b.title))).toMatchObject([
        { title: 'Tides', content: 'The gauge is by the pier.', tags: ['ops'], visibility: 'private' },
        { title: 'Tides / Rollback', tags: ['ops', 'tides'], provenance: { path: 'Tides.md' } },
      ]);
      await go('/imports');
      await page.getByLabel('Files to import').setInputFiles(file);
      await importForMe(page);
      await page.getByText('2 read: 0 new, 2 already there, 0 failed').waitFor();

      const vault = new ZipWriter(new BlobWriter());
      await vault.add('Vault/Pier.md', new TextReader('# Pier\nIt has nine berths.\n'));
      await vault.add('Vault/.obsidian/plugin.md', new TextReader('# Hidden\nno\n'));
      await vault.add('Vault/broken.md', new TextReader('# Berths\nThe third is closed.\n'));
      await go('/imports');
      await page.getByLabel('Files to import').setInputFiles({
        name: 'vault.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from(await (await vault.close()).arrayBuffer()),
      });
      await importForMe(page);
      await page.getByText('2 read: 2 new, 0 already there, 0 failed').waitFor();
    },
  );

  on.story('undoes an import of another device after it said what would go', async ({ page, api, go, expectSound }) => {
    const importId = 'elsewhere-1';
    const wrong = { title: 'Wrong file <i>', content: `Of another team. ${hostile}`, provenance: { importId } };
    const { items: stored } = (await api.post('/v1/memories', [wrong])).body as { items: { id: string }[] };
    await api.call('PUT', `/v1/imports/${importId}`, {
      ...{ name: 'wrong.jsonl', format: 'jsonl', readers: 'org', state: 'complete', created: 1, present: 0, failed: 1 },
      failures: [{ place: 'line 2', reason: `category: is none. ${hostile}` }],
    });
    await api.post(`/v1/memories/${stored[0]!.id}/update`, { title: 'Wrong file <b>' });
    const { items: before } = (
      await api.post('/v1/memories', [{ title: 'Tide table', content: 'Low tide is at six.' }])
    ).body as { items: { id: string }[] };
    await go(`/memories/${before[0]!.id}`);
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('Content').fill('Low tide is at nine.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('ins', { hasText: 'nine' }).waitFor();
    await page.getByRole('link', { name: 'Imports', exact: true }).click();
    const past = page.getByRole('table', { name: 'Past imports' });
    const row = past.getByRole('row').filter({ hasText: 'wrong.jsonl' });
    await row.getByText('1 not stored').waitFor();
    await row.getByText('Why').click();
    await row.getByText('line 2').waitFor();
    await row.getByRole('button', { name: 'Undo wrong.jsonl' }).click();
    await page.getByText('This would forget 1 memory and 0 messages').waitFor();
    await page.getByText('1 memory was changed since the import').waitFor();
    await expectSound('imports-undo');
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await page.getByText('The import is undone.').waitFor();
    await row.getByText('undone by').waitFor();
    const { items } = (await api.get('/v1/memories?limit=100')).body as { items: { title: string }[] };
    expect(items.map(({ title }) => title)).not.toContain('Wrong file <b>');
    expect(items.map(({ title }) => title)).toContain('Billing window');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('body').press('u');
    await page.getByText('Import undone: wrong.jsonl: this cannot be undone.').waitFor();
    const { content } = (await api.get(`/v1/memories/${before[0]!.id}`)).body as { content: string };
    expect(content).toBe('Low tide is at nine.');
  });

  on.job(
    'imports a folder for the team after a look at its first items',
    async ({ page, api, go, expectSound }, look) => {
      const shot = (name: string) => `imports-${name}-${look.scheme}-${look.width}`;
      const root = mkdtempSync(join(tmpdir(), 'cairn-imports-'));
      const folder = join(root, `shop-${look.scheme}-${look.width}`);
      mkdirSync(join(folder, 'docs/adr'), { recursive: true });
      mkdirSync(join(folder, 'node_modules/other'), { recursive: true });
      writeFileSync(join(folder, 'AGENTS.md'), '# Deploys\nNever run `deploy --force`.\n');
      writeFileSync(join(folder, 'CODEOWNERS'), '/billing @ana\n');
      writeFileSync(join(folder, 'node_modules/other/AGENTS.md'), '# Foreign\nno\n');
      writeFileSync(
        join(folder, 'docs/adr/0001-queue.md'),
        '# 1. RabbitMQ for the shop\n\nStatus: Accepted\n\n## Decision\n\nWe use RabbitMQ.\n',
      );
      await go('/imports');
      await page.getByRole('button', { name: /^Rules of agents/ }).click();
      await expectSound(shot('gallery'));
      await page.getByLabel('Folder to import').setInputFiles(folder);
      const preview = page.getByRole('region', { name: /^Preview of shop/ });
      await preview.getByText('Never run').waitFor();
      await expectSound(shot('preview'));
      await page.getByRole('button', { name: 'Import for the team' }).click();
      await page.getByText('1 read: 1 new, 0 already there, 0 failed').waitFor();

      await page.getByRole('button', { name: /^Repository/ }).click();
      await page.getByLabel('Folder to import').setInputFiles(folder);
      await preview.getByText('RabbitMQ for the shop').waitFor();
      await page.getByRole('button', { name: 'Import for the team' }).click();
      await page.getByText('2 read: 2 new, 0 already there, 0 failed').waitFor();
      const past = page.getByRole(look.width < 768 ? 'list' : 'table', { name: 'Past imports' });
      await past.getByText(`shop-${look.scheme}-${look.width}`).first().waitFor();
      await expectSound(shot('done'));
      rmSync(root, { recursive: true });

      const name = `shop-${look.scheme}-${look.width}`;
      const of = async (source: string) =>
        (await api.get(`/v1/memories?source=${source}:${name}`)).body.items as object[];
      expect(await of('rules')).toMatchObject([{ category: 'rule', visibility: 'org', forbids: [expect.anything()] }]);
      expect(await of('adr')).toMatchObject([{ category: 'decision', visibility: 'org' }]);
      expect(await of('repository')).toMatchObject([{ visibility: 'org' }]);
    },
  );
}

const importForMe = (page: Page) => page.getByRole('button', { name: 'Import for me' }).click();
