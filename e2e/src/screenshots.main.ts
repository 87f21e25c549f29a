// npm run screenshots: makes the pictures of the console in docs/screenshots, from the sample team, which works as if it were
// a team of today. It needs Chromium.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { Client } from './client.ts';
import { connectToGraph, openGraphInChat } from './graph-in-chat.ts';
import { startServer } from './server-process.ts';
import { until } from './until.ts';

const FOLDER = 'docs/screenshots';
const DAY_MS = 86_400_000;
const SIZE = { width: 1280, height: 800 };

const SLACK_IMPORT = '2026-11-20-090000-1';
const WIKI_IMPORT = '2026-11-20-091500-1';

/** Rules of an old wiki, which bind nobody until a person confirms them. */
const importedRules = [
  {
    ...{ title: 'Prices are changed by the fare tool alone', category: 'rule', source: 'markdown:old-wiki' },
    content: 'Nobody edits the price table by hand, since the fare tool checks weekends and holidays.',
    ...{ forbids: [{ names: ['psql prices'] }], instead: ['fare-tool set'] },
    provenance: { importId: WIKI_IMPORT, file: 'operations/prices.md' },
  },
  {
    ...{ title: 'Scanners are charged in the office', category: 'rule', source: 'markdown:old-wiki' },
    content: 'A scanner that is charged on board restarts when the engine does.',
    provenance: { importId: WIKI_IMPORT, file: 'operations/scanners.md' },
  },
];

/** Pictures by name: the address of the screen, and what to do there before the picture is taken. */
const pictures: Readonly<Record<string, { readonly at: string; readonly prepare?: (page: Page) => Promise<void> }>> = {
  home: { at: '/' },
  ask: { at: '/ask?q=why+is+nothing+released+on+friday' },
  review: { at: '/review', prepare: (page) => page.getByText('Kind', { exact: true }).waitFor() },
  imported: { at: '/review?tab=imported' },
  memory: {
    at: '/memories?q=nothing+is+released+on+friday',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Nothing is released between Friday noon and Monday' }).first().click();
      await page.getByRole('heading', { name: /^Nothing is released/ }).waitFor();
    },
  },
  ownership: { at: '/ownership?entity=fare+engine' },
  agents: { at: '/agents' },
  connect: {
    at: '/agents?connect=yes',
    prepare: async (page) => {
      await page.getByLabel('Name of the agent').fill('Claude Code of Mara');
      await page.getByRole('button', { name: 'Make its key' }).click();
      await page.getByText('The key is in the lines below').waitFor();
    },
  },
  people: { at: '/people' },
  conversations: { at: '/conversations' },
  imports: { at: '/imports' },
  health: { at: '/health' },
};

const folder = mkdtempSync(join(tmpdir(), 'cairn-screenshots-'));
const server = await startServer({ dataDir: folder, port: 0 });
// A known backup, so that Health names no folder of this machine.
writeFileSync(join(folder, 'last-backup.json'), JSON.stringify({ at: Date.now() }));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  const admin = new Client(server.url, server.key!);
  await storeTeam(admin);
  const page = await browser.newPage({ viewport: SIZE, baseURL: server.url, locale: 'en-GB', reducedMotion: 'reduce' });
  page.setDefaultTimeout(120_000);
  await page.goto(`/console#key=${server.key!}`);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  for (const [name, { at, prepare }] of Object.entries(pictures)) {
    await page.goto(`/console${at}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
    console.log(`${FOLDER}/${name}.png`);
  }
  await shootGraphInChat(browser);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Makes the picture of the graph in a chat client. */
async function shootGraphInChat(inBrowser: Browser): Promise<void> {
  const client = await connectToGraph(server.url, server.key!);
  const page = await inBrowser.newPage({ baseURL: server.url, locale: 'en-GB' });
  await openGraphInChat(page, client, 'fare engine');
  await page.screenshot({ path: join(FOLDER, 'graph-app.png'), animations: 'disabled' });
  console.log(`${FOLDER}/graph-app.png`);
  await client.close();
}

/** Stores the sample team with people, agents, an import and proposals. The newest of its texts is of today. */
async function storeTeam(admin: Client): Promise<void> {
  const [memories, messages] = [readSample<SampleMemory>('memories'), readSample<SampleMessage>('messages')];
  const newest = Math.max(...[...memories, ...messages].map(({ at }) => Date.parse(at)));
  const shift = Math.floor((Date.now() - newest) / DAY_MS) * DAY_MS;
  const timeOf = ({ at }: { readonly at: string }) => ({ timestamp: Date.parse(at) + shift });

  const { principalId } = (await ok(admin.get('/v1/caller'))) as { principalId: string };
  await ok(admin.call('PUT', `/v1/principals/${principalId}`, { name: 'Mara' }));
  const joon = await memberOf(admin, { name: 'Joon', kind: 'person', role: 'manager' });
  const ilse = await memberOf(admin, { name: 'Ilse', kind: 'person' });
  await ok(
    admin.post(
      '/v1/messages',
      messages.map((message) => ({
        ...{ speaker: message.speaker, content: message.text, sessionKey: message.session, externalId: message.id },
        ...{ source: 'slack', provenance: { importId: SLACK_IMPORT }, ...timeOf(message) },
      })),
    ),
  );
  const owned = [admin, joon, ilse];
  for (const [turn, owner] of owned.entries())
    await ok(
      owner.post(
        '/v1/memories?wait=indexed',
        memories
          .filter((_, place) => place % owned.length === turn)
          .map(({ id: externalId, at, ...memory }) => ({ ...memory, externalId, ...timeOf({ at }) })),
      ),
    );
  await reportImport(admin, SLACK_IMPORT, { name: 'harbour-slack.zip', format: 'slack', created: messages.length });
  await reportImport(admin, WIKI_IMPORT, { name: 'old-wiki.zip', format: 'markdown', created: importedRules.length });
  await ok(admin.post('/v1/memories?wait=indexed', importedRules));
  await ok(
    admin.post('/v1/memories?wait=indexed', [
      {
        title: 'Joon owns the fare engine',
        content: 'Joon owns the fare engine. The fare engine depends on Postgres and on the price table.',
        relations: [
          { from: 'Joon', type: 'owns', to: 'fare engine' },
          { from: 'fare engine', type: 'depends_on', to: 'Postgres' },
          { from: 'boarding app', type: 'depends_on', to: 'fare engine' },
        ],
        entities: [
          { name: 'Joon', type: 'person' },
          { name: 'fare engine', type: 'service' },
          { name: 'Postgres', type: 'system' },
          { name: 'boarding app', type: 'service' },
        ],
      },
    ]),
  );
  await useAgents(admin, joon);
  await ok(admin.post('/v1/invitations', { name: 'Priya', role: 'writer' }));
  await until(async () => ((await admin.get('/v1/proposals')).body as { proposals: object[] }).proposals.length === 2);
}

async function reportImport(
  admin: Client,
  importId: string,
  report: { readonly name: string; readonly format: string; readonly created: number },
): Promise<void> {
  const whole = { ...report, readers: 'org', state: 'complete', present: 0, failed: 0, failures: [] };
  await ok(admin.call('PUT', `/v1/imports/${importId}`, whole));
}

interface SampleMemory {
  readonly id: string;
  readonly at: string;
}
interface SampleMessage extends SampleMemory {
  readonly session: string;
  readonly speaker: string;
  readonly text: string;
}

function readSample<Item>(name: string): Item[] {
  return JSON.parse(readFileSync(`libs/importers/src/demo/team-${name}.json`, 'utf8')) as Item[];
}

/** Agents of two people ask, write and propose, one of them through hooks. */
async function useAgents(admin: Client, joon: Client): Promise<void> {
  const claude = await memberOf(admin, { name: 'claude-code@laptop', kind: 'agent' });
  const cursor = await memberOf(joon, { name: 'cursor@desk', kind: 'agent' });
  const recall = (agent: Client, query: string, headers = {}) => ok(agent.post('/v1/recall', { query }, headers));
  await recall(claude, 'may I release on Friday', { 'X-Cairn-Hook': 'prompt; wait=5000' });
  await recall(claude, 'who owns the fare engine');
  await recall(cursor, 'how do I bring a scanner back');
  await ok(
    claude.post('/v1/proposals', {
      proposals: [
        {
          kind: 'lesson',
          certainty: 0.8,
          memory: {
            title: 'Fare tables are checked for weekend rows',
            content: 'A fare table is refused unless it has rows for Saturday and Sunday.',
            category: 'lesson',
            visibility: 'org',
          },
        },
        {
          kind: 'decision',
          certainty: 0.7,
          memory: {
            title: 'Refunds go out within two days',
            content: 'We decided that refunds of a sailing that is called off go out within two days.',
            category: 'decision',
            visibility: 'org',
          },
        },
      ],
    }),
  );
}

/** Makes a person or an agent of the caller, and returns its client. */
async function memberOf(owner: Client, fields: object): Promise<Client> {
  const { key } = (await ok(owner.post('/v1/keys', fields))) as { key: string };
  return new Client(owner.url, key);
}

async function ok(asked: ReturnType<Client['post']>): Promise<unknown> {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
