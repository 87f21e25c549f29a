import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/index-native.js';
import type { Browser, Page } from 'playwright-core';
import { axeFindings, chromiumPath, openBrowser, shoot, told, watchedPage, type WatchedPage } from './browser.ts';
import { startCairn, type Cairn } from './cairn.ts';
import { Client } from './client.ts';
import { hostile, storeTeam } from './console-data.ts';
import { until } from './until.ts';

/** Scenarios of each screen in a real browser, over memories of which some contain markup. */
const mark = chromiumPath ? '' : ' [skipped: no Chromium here; apt-get install chromium, or set CHROMIUM_PATH]';
/** Limit on the transferred bytes of the first page load. */
const FIRST_LOAD_BYTES = 300_000;
const BATCH = 500;

const suite = chromiumPath ? describe : describe.skip;

/** Name of a screenshot. The documentation uses some; the others are for visual review. */
function nameOfPicture(path: string, scheme: string, width: number): string {
  if (path === '/' && scheme === 'dark' && width > 360) return 'home-dark';
  if (path === '/recall?q=invoices' && scheme === 'dark' && width === 360) return 'recall-narrow';
  return `all/${path.replaceAll(/\W+/g, '-')}-${scheme}-${width}`;
}

suite(`the console${mark}`, () => {
  let folder: string;
  let server: Cairn;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let api: Client;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-console-'));
    [server, browser] = await Promise.all([
      startCairn({ dataDir: folder, port: 0, env: { CAIRN_EMBEDDER: 'none' } }),
      openBrowser(),
    ]);
    api = new Client(server.url, server.key!);
    await storeTeam(api);
    watched = await watchedPage(browser, server.url);
    page = watched.page;
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const story = (promise: string, tell: () => Promise<void>) => it(promise, () => told(watched, tell));
  const go = (path: string) => page.goto(`/console${path}`);
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

  /** Removes console errors about an expected refusal. */
  const forgiven = (refusal: RegExp) =>
    void watched.problems.splice(0, Infinity, ...watched.problems.filter((text) => !refusal.test(text)));

  /** Requires that nothing went wrong on the screen and that it is accessible. */
  async function expectSound(name?: string) {
    await page.waitForLoadState('networkidle');
    expect(await axeFindings(page)).toEqual([]);
    expect(watched.problems).toEqual([]);
    expect(await page.locator('img, iframe, #from-a-memory').count()).toBe(0);
    if (name) await shoot(page, name);
  }

  story('lets nobody in without a key that works, and keeps the key where no script reads it', async () => {
    await go('/');
    await page.getByLabel('Your key').fill('cairn_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('unknown, expired or revoked').waitFor();
    forgiven(/401/);
    await expectSound('sign-in');

    await page.getByLabel('Your key').fill(server.key!);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading('Home');

    const seen = await page.evaluate('JSON.stringify([document.cookie, { ...localStorage }])');
    expect(seen).not.toContain(server.key!.slice(6));
    await page.getByText('Here today').waitFor();
    await page.getByText('first key').nth(1).waitFor();
    await page.getByText('Nothing yet today.').waitFor();
    await expectSound('home');
    const loaded = await page.evaluate<number>(
      `performance.getEntriesByType('resource').reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    expect(loaded).toBeLessThan(FIRST_LOAD_BYTES);
    const other = await browser.newPage({ baseURL: server.url });
    const from = performance.now();
    await other.goto('/console/');
    await other.getByLabel('Your key').waitFor();
    process.stdout.write(
      `console: first load ${loaded} bytes, ready to sign in after ${Math.round(performance.now() - from)} ms\n`,
    );
    await other.close();
  });

  story('lets in by the link of the first start, whose key does not stay in the address', async () => {
    const other = await watchedPage(browser, server.url);
    await other.page.goto(`/console#key=${server.key!}`);
    await other.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(other.page.url()).not.toContain('cairn_');
    await other.page.reload();
    await other.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(other.problems).toEqual([]);
    await other.page.close();

    const wrong = await watchedPage(browser, server.url);
    await wrong.page.goto('/console/#key=cairn_wrong');
    await wrong.page.getByRole('alert').getByText('unknown, expired or revoked').waitFor();
    await wrong.page.close();
  });

  story('shows why each hit stands where it does, and stored text as text', async () => {
    await page.keyboard.press('/');
    await page.getByPlaceholder('Recall something').fill('invoices');
    await page.getByText('Recall “invoices”').click();
    await heading('Recall');
    await page.getByRole('article', { name: 'Hit 1' }).waitFor();
    await page.getByRole('group', { name: 'Points of each signal for hit 1' }).waitFor();
    await expectSound('recall');

    await page.getByLabel('Question').fill('hostile markup');
    await page.getByRole('button', { name: 'Recall', exact: true }).click();
    await page.getByRole('button', { name: 'Whole text' }).first().click();
    await page.getByText(hostile.slice(0, 30)).first().waitFor();
    await expectSound();
  });

  story('changes, archives, restores and forgets a memory, and shows what it said before', async () => {
    await go('/memories');
    await page.getByRole('link', { name: 'Drain the queue first' }).click();
    await heading('Drain the queue first');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Content').fill('Drain the billing queue two hours before invoices are sent.');
    await page.getByLabel('Why').fill('It once took an hour.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('ins', { hasText: 'two hours' }).waitFor();
    await expectSound('memory');

    // An action shows its result at once, and the result is undone if the server refuses.
    const { promise: seen, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/archive', async (asked) => {
      await seen;
      const error = { code: 'item/stale-version', message: 'It is of another version by now.' };
      await asked.fulfill({ status: 409, json: { error } });
    });
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('archived', { exact: true }).waitFor();
    answer();
    await page.getByText('It is of another version by now.').waitFor();
    await page.getByText('active', { exact: true }).waitFor();
    await page.unroute('**/archive');
    forgiven(/409/);

    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Archive' }).waitFor();

    await page.getByRole('button', { name: 'Forget', exact: true }).click();
    await page.getByText('This would forget 1 memory and 0 messages').waitFor();
    await expectSound('forget');
    await page.getByRole('button', { name: 'Forget for good' }).click();
    await heading('Memories');
    await page.getByRole('link', { name: 'Invoices go out' }).waitFor();
    expect(await page.getByRole('link', { name: 'Drain the queue first' }).count()).toBe(0);
    await expectSound('memories');
  });

  story('shares a memory that was private', async () => {
    const notes = [{ title: 'Note of mine', content: 'The ledger moves in May.', visibility: 'private' }];
    const { items } = (await api.post('/v1/memories', notes)).body as { items: { id: string }[] };
    await go(`/memories/${items[0]!.id}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByLabel('New readers').selectOption({ label: 'everybody in the organisation' });
    await expectSound('share');
    await page.getByRole('button', { name: 'Share it' }).click();
    await page.getByRole('button', { name: 'Share', exact: true }).waitFor({ state: 'detached' });
    expect((await api.get(`/v1/memories/${items[0]!.id}`)).body).toMatchObject({ visibility: 'org' });
    await go('/memories');
  });

  story('opens, changes and forgets what is tied to a peer, from a recall in the channel of that peer', async () => {
    const memory = { title: 'Marathon', content: 'Sam trains for Lisbon.', channel: 'coach:511' };
    await api.post('/v1/memories?wait=indexed', [memory]);
    await go('/recall?q=marathon&channel=coach:511&subchannel=plan');
    await page.getByText('The tool takes no subchannel: its call goes without.').waitFor();
    await go('/recall?q=marathon&channel=coach:511');
    await page.getByRole('link', { name: 'Marathon' }).click();
    await heading('Marathon');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Content').fill('Sam trains for Porto.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('ins', { hasText: 'Porto' }).waitFor();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Archive' }).waitFor();
    await page.getByRole('tab', { name: 'Sources' }).click();
    await page.getByText('It names no message').waitFor();
    await page.getByRole('tab', { name: 'Links' }).click();
    await page.getByText('No memory is linked with it.').waitFor();
    await page.getByRole('button', { name: 'Forget', exact: true }).click();
    await page.getByText('This would forget 1 memory and 0 messages').waitFor();
    await page.getByRole('button', { name: 'Forget for good' }).click();
    await heading('Memories');
    await page.getByRole('link', { name: 'Invoices go out' }).waitFor();
    await expectSound();
  });

  story('shows a hostile memory, its title and its tags as text', async () => {
    await page.getByRole('link', { name: /^hostile markup/ }).click();
    await page.getByText('<script>alert(2)</script>').first().waitFor();
    await expectSound();
  });

  story('supersedes a memory by another', async () => {
    await go('/memories');
    await page.getByRole('link', { name: 'Invoices go out' }).click();
    await page.getByRole('tab', { name: 'Sources' }).click();
    await page.getByText('never on a Friday').nth(1).waitFor();
    await page.getByRole('button', { name: 'Supersede' }).click();
    await page.getByLabel('Title').fill('Invoices go out on the second');
    await page.getByLabel('Content').fill('Invoices go out on the second of the month.');
    await page.getByRole('button', { name: 'Put this in its place' }).click();
    await heading('Invoices go out on the second');
    await page.getByRole('tab', { name: 'Links' }).click();
    await page.getByText('supersedes:').getByRole('link', { name: 'Invoices go out on the first' }).click();
    await page.getByText('superseded', { exact: true }).waitFor();
    await expectSound();
  });

  story('reads a session, and why something was decided', async () => {
    await go('/timeline');
    await page.getByLabel('Channel').fill('billing');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('region', { name: 'Messages' }).getByText('one node is enough').waitFor();
    await expectSound('timeline');

    await page.locator('body').press('g');
    await page.locator('body').press('d');
    await page.getByRole('link', { name: /RabbitMQ rather/ }).click();
    await page.getByRole('heading', { name: 'Decision', exact: true }).waitFor();
    await expectSound('decisions');
  });

  story('scrolls through thousands of messages, of which only those in sight are in the page', async () => {
    const rows = Number(process.env['CAIRN_CONSOLE_ROWS'] ?? 2_000);
    const message = (at: number) => ({ role: 'user', content: `Row ${at}`, channel: 'long', externalId: `row-${at}` });
    for (let from = 0; from < rows; from += BATCH)
      await api.post(
        '/v1/messages',
        Array.from({ length: BATCH }, (_, at) => message(from + at)),
      );
    await go('/timeline?channel=long');
    const list = page.getByRole('region', { name: 'Messages' });
    const newest = list.getByText(`Row ${rows - 1}`, { exact: true });
    await newest.waitFor();

    await until(async () => {
      await list.press('End');
      return (await list.getByText('Row 0', { exact: true }).count()) > 0;
    });
    expect(await list.getByRole('listitem').count()).toBeLessThan(60);
    // Rows that are measured meanwhile move the visible ones.
    await until(async () => {
      await list.press('Home');
      return newest.isVisible();
    });
  });

  story('goes through the graph from one thing outward', async () => {
    await go('/graph');
    await page.getByRole('link', { name: 'billing', exact: true }).first().click();
    await page.getByRole('table', { name: 'Relations' }).getByText('depends_on').waitFor();
    await page.locator('.graph canvas').first().waitFor();
    await expectSound('graph');
  });

  story('imports a file, names the lines that it cannot store, and stores nothing twice', async () => {
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
    await page.getByText('4 read: 2 new, 0 already there, 2 failed').waitFor();
    await page.getByText('Line 3').waitFor();
    forgiven(/400/);
    await expectSound('imports');

    await go('/imports');
    await page
      .getByLabel('Files to import')
      .setInputFiles({ ...file, buffer: Buffer.from(lines.slice(0, 2).join('\n')) });
    await page.getByText('2 read: 0 new, 2 already there, 0 failed').waitFor();
  });

  story('imports the conversations of an export, which stay private unless somebody says otherwise', async () => {
    const said = (uuid: string, text: string) => ({ uuid, sender: 'human', text, created_at: '2026-11-01T10:00:00Z' });
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
    await page.getByText('3 read: 2 new, 0 already there, 1 failed').waitFor();
    await page.getByText('Conversation 2:').waitFor();
    await expectSound();
    const { items } = (await api.get('/v1/messages?sessionKey=c1')).body as { items: object[] };
    expect(items).toMatchObject([
      { source: 'claude-ai', visibility: 'private' },
      { source: 'claude-ai', visibility: 'private' },
    ]);
  });

  story(
    'imports an export of Slack as it was downloaded, sessions of Codex and the log of git, after only looking',
    async () => {
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
      await page.getByLabel('Dry run').check();
      await page.getByLabel('Files to import').setInputFiles(files);
      await page.getByText('1 read: 1 would be sent, 0 cannot be').nth(2).waitFor();
      expect(((await api.get('/v1/messages?channel=pier')).body as { items: object[] }).items).toEqual([]);

      await page.getByLabel('Dry run').uncheck();
      await page.getByLabel('Files to import').setInputFiles(files);
      await page.getByText('1 read: 1 new, 0 already there, 0 failed').nth(2).waitFor();
      await expectSound();
      const { items } = (await api.get('/v1/messages?channel=pier')).body as { items: { source: string }[] };
      expect(items.map(({ source }) => source).sort()).toEqual(['codex', 'slack']);

      await page
        .getByLabel('Files to import')
        .setInputFiles([{ name: 'torn.zip', mimeType: 'application/zip', buffer: files[0]!.buffer.subarray(0, 90) }]);
      await page.getByText('The import stopped here.').waitFor();
    },
  );

  story('imports Markdown as a memory a section, a file or a vault, and nothing of it twice', async () => {
    const note =
      '---\ntags: [ops]\ndate: 2026-02-23\n---\n# Tides\nThe gauge is by the pier.\n\n## Rollback\nAsk Mara. #tides\n';
    const file = { name: 'Tides.md', mimeType: 'text/markdown', buffer: Buffer.from(note) };
    await go('/imports');
    await page.getByLabel('Files to import').setInputFiles(file);
    await page.getByText('2 read: 2 new, 0 already there, 0 failed').waitFor();
    await expectSound('imports-markdown');
    const { items } = (await api.get('/v1/memories?source=obsidian:Tides')).body as { items: { title: string }[] };
    expect(items.toSorted((a, b) => a.title.localeCompare(b.title))).toMatchObject([
      { title: 'Tides', content: 'The gauge is by the pier.', tags: ['ops'], visibility: 'private' },
      { title: 'Tides / Rollback', tags: ['ops', 'tides'], provenance: { path: 'Tides.md' } },
    ]);
    await go('/imports');
    await page.getByLabel('Files to import').setInputFiles(file);
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
    await page.getByText('2 read: 2 new, 0 already there, 0 failed').waitFor();
  });

  story('takes an import back by its id, after it said what would go', async () => {
    await go('/imports');
    await page.getByLabel('Files to import').setInputFiles({
      name: 'wrong.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(
        JSON.stringify({ id: 'w1', title: 'Wrong file <i>', content: `Of another team. ${hostile}` }),
      ),
    });
    await page.getByText('1 read: 1 new').waitFor();
    await page.getByRole('button', { name: 'Preview the deletion' }).click();
    await page.getByText('This would forget 1 memory and 0 messages').waitFor();
    await expectSound('take-back');
    await page.getByRole('button', { name: 'Forget it for good' }).click();
    await page.getByText('Taken back.').waitFor();
    const { items } = (await api.get('/v1/memories')).body as { items: { title: string }[] };
    expect(items.map(({ title }) => title)).not.toContain('Wrong file <i>');
    expect(items.map(({ title }) => title)).toContain('Printer');
  });

  story('settles a contradiction, takes that back, and lets a memory hold on', async () => {
    await until(async () => ((await api.get('/v1/contradictions')).body as { pairs: unknown[] }).pairs.length > 0);
    await go('/inbox');
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
  });

  story('adds somebody with a key, rotates it, puts them into a team and lets them leave', async () => {
    await go('/people?tab=keys');
    await page.getByLabel('Name').fill('Grace <b>');
    await page.getByLabel('A', { exact: true }).selectOption('person');
    await page.getByRole('button', { name: 'Make a key' }).click();
    const shown = page.getByRole('alert').getByText(/^cairn_/);
    const key = (await shown.textContent())!;
    await expectSound('keys');
    await page.getByRole('button', { name: 'Rotate Grace <b>' }).click();
    await shown.nth(1).waitFor();
    const rotated = (await shown.allTextContents()).find((one) => one !== key)!;
    expect((await new Client(server.url, rotated).get('/v1/caller')).body).toMatchObject({ name: 'Grace <b>' });

    await page.getByRole('tab', { name: 'Teams' }).click();
    await page.getByLabel('Name of the team').fill('Platform');
    // A browser that believes it is offline still reaches a server on its own machine.
    await page.evaluate(`dispatchEvent(new Event('offline'))`);
    await page.getByRole('button', { name: 'Make a team' }).click();
    await page.getByText('There is a team Platform now').waitFor();
    await page.getByLabel('Put somebody into Platform').selectOption({ label: 'Grace <b>' });
    await page.getByRole('button', { name: 'Take Grace <b> out of Platform' }).waitFor();
    // Changed access takes effect within seconds.
    const teams = async () => (await new Client(server.url, rotated).get('/v1/caller')).body.teams as unknown[];
    await until(async () => (await teams()).length === 1);
    await expectSound('teams');

    await page.getByRole('tab', { name: 'People and agents' }).click();
    await page.getByRole('button', { name: 'Grace <b> leaves' }).click();
    await page.getByLabel('Their private memories').selectOption({ label: 'are forgotten for good' });
    await expectSound('leave');
    await page.getByRole('button', { name: 'Let them leave' }).click();
    await page.getByText('left', { exact: true }).waitFor();
    await until(async () => (await new Client(server.url, rotated).get('/v1/caller')).status === 401);
    await expectSound('people');
  });

  story('shows who did what, filters it, goes on to older entries, and verifies the chain', async () => {
    await go('/audit');
    const entries = page.getByRole('table', { name: 'Entries' });
    await entries.getByText('forget selection').first().waitFor();
    await expectSound('audit');
    await page.getByLabel('To a').selectOption('team');
    await entries.getByText('write team').waitFor();
    await entries.getByText('write key').first().waitFor({ state: 'detached' });
    await page.getByLabel('To a').selectOption('');
    const rows = entries.getByRole('row');
    await rows.nth(10).waitFor();
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText(/^The chain holds: \d+ entries/).waitFor();
    await expectSound();
  });

  story('makes a key, connects an agent with it, revokes it, and shows how the indexes are', async () => {
    await go('/connect');
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

    await go('/operations');
    await page
      .getByText(/^All \d+ are empty: nothing is on its way|message\.written\.|memory\.written\./)
      .first()
      .waitFor();
    await page.getByText('None: nothing was given up.').waitFor();
    await page.getByText('Your organisation has no limits.').waitFor();
    await page.getByRole('button', { name: 'Look for drift' }).first().click();
    await page
      .getByText(/No drift among|missing/)
      .first()
      .waitFor();
    await page.getByLabel('Channel of the rule').fill('billing');
    await page.getByLabel('Forget after days').fill('400');
    await page.getByRole('button', { name: 'Set the rule' }).click();
    const rule = page.getByRole('row').filter({ hasText: 'memories of billing' });
    await rule.getByText('400 days').waitFor();
    await page.getByRole('button', { name: 'Preview the rules' }).click();
    await page.getByText('memories of billing: 0 archived, 0 forgotten').waitFor();
    await expectSound('operations');
    await rule.getByRole('button', { name: 'Remove the rule' }).click();
    await rule.getByRole('button', { name: 'Really remove the rule' }).click();
    await page.getByText('No rule: everything is kept for good.').waitFor();
  });

  const screens = [
    ...['/', '/recall?q=invoices', '/recall?q=invoices&compare=graph', '/memories', '/timeline', '/decisions'],
    ...[
      '/decisions?q=RabbitMQ',
      '/graph',
      '/graph?entity=billing',
      '/inbox',
      '/inbox?tab=repetitions',
      '/inbox?tab=ending',
    ],
    ...[
      '/imports',
      '/connect',
      '/people',
      '/people?tab=keys',
      '/people?tab=teams',
      '/audit',
      '/operations',
      '/nowhere',
    ],
  ];

  for (const scheme of ['light', 'dark'] as const)
    for (const width of [1280, 360])
      story(`reads well with ${scheme} colours and ${width} pixels, on every screen`, async () => {
        await page.setViewportSize({ width, height: 860 });
        await go('/');
        await heading('Home');
        const other = page.getByRole('button', { name: `Use ${scheme} colours` });
        if ((await other.count()) > 0) await other.click();
        for (const path of screens) {
          await go(path);
          await expectSound(nameOfPicture(path, scheme, width));
          expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width]);
        }
      });

  story('is used by keyboard alone: skip link, palette, letters, and the way back', async () => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await go('/inbox');
    await heading('Inbox');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('/');
    await page.getByPlaceholder('Recall something').waitFor();
    await page.keyboard.press('Escape');
    await page.getByPlaceholder('Recall something').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Recall something').fill('timeline');
    await page.keyboard.press('Enter');
    await heading('Timeline');
    await page.locator('body').press('g');
    await page.locator('body').press('m');
    await heading('Memories');
  });

  story('signs out, and the session is over', async () => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await go('/');
    await page.getByRole('button', { name: /Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Your key').waitFor();
    const status = await page.evaluate(
      `fetch('/v1/caller', { headers: { 'x-cairn-console': '1' } }).then((a) => a.status)`,
    );
    expect(status).toBe(401);
  });
});
