import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../client.ts';
import { storedText } from '../stored-text.ts';
import { until } from '../until.ts';
import { forget, must, promptOf, remember, say, type AtlasWorld, type BackgroundPasses } from './world.ts';

const TOKEN = 'vantrix-77';
const CANARY = `The lantern code of Wexmoor is ${TOKEN}.`;
const QUESTION = 'What is the lantern code of Wexmoor?';
const FORGOTTEN = 'item/forgotten';

/** The thirteen steps of the deletion sequence, and whether each held; the ninth by place. */
export class DeletionSequence {
  readonly held = new Map<number, boolean>();
  /** Places in which the forgotten token was found, with what was found. */
  readonly leaks: Record<string, string> = {};
  private readonly world: AtlasWorld;
  private ids = { said: '', memory: '', summary: '' };

  constructor(world: AtlasWorld) {
    this.world = world;
  }

  /** Writes, shares, exports, forgets and sends again. */
  async beforePasses(): Promise<void> {
    const { ada, bo, botOfAda } = this.world;
    const source = { content: `${CANARY} Keep it.`, sessionKey: 'wexmoor', source: 'chat', externalId: 'wex-1' };
    const said = await say(ada, source.content, source);
    const memory = {
      ...{ title: 'Wexmoor', source: 'chat', externalId: 'wex-m', sourceIds: [said], subject: 'Wexmoor' },
      ...{ visibility: 'private', relations: [{ from: 'Wexmoor', type: 'uses', to: TOKEN }] },
    };
    const id = await remember(ada, CANARY, memory);
    await must(ada.post(`/v1/memories/${id}/update`, { tags: ['lantern', TOKEN] }));
    await must(ada.post('/v1/checkpoints', { label: 'Before', memoryIds: [id] }));
    const summary = await remember(ada, `In short, Wexmoor has ${TOKEN}.`, { title: 'Summary', sourceIds: [id] });
    this.ids = { said, memory: id, summary };
    const note = { path: 'wexmoor.md', text: `# Wexmoor\n\n${CANARY}`, workspace: 'atlas' };
    await must(ada.call('PUT', '/v1/notes', note));
    const base = { knowledgeBaseName: 'Lanterns', chunks: [{ content: `${CANARY} See page 4.` }] };
    await must(ada.post('/v1/knowledge-imports', base));
    await until(async () => (await this.graph()).includes(TOKEN));
    await until(async () => (await this.knowledge()).includes(TOKEN));
    const written = await Promise.all([...this.items().map((path) => must(ada.get(path))), this.note()]);
    this.held.set(
      1,
      written.every((one) => JSON.stringify(one).includes(TOKEN)),
    );
    this.held.set(2, await knows(ada));

    const file = await this.share(id);
    this.held.set(11, (await knows(bo)) && readFileSync(file, 'utf8').includes(TOKEN));

    const selection = { contains: TOKEN, lineage: true };
    const { notes } = (await must(ada.post('/v1/forgets', selection))).preview;
    const { messages, memories } = await forget(ada, selection);
    for (const { workspace, path } of notes)
      await must(ada.call('DELETE', `/v1/notes?workspace=${workspace}&path=${path}&forget=true`));
    // The memory, its summary and the chunk.
    this.held.set(3, messages === 1 && memories === 3 && notes.length === 1);
    this.held.set(4, !(await knows(ada)));
    for (const path of this.items()) await must(ada.get(path), 404);
    this.held.set(12, true);

    const refusals = [
      ada.post('/v1/messages', source),
      botOfAda.post('/v1/messages', { ...source, sessionKey: 'another', externalId: 'wex-9' }),
      ada.post('/v1/memories', { ...memory, content: CANARY }),
      ada.call('PUT', '/v1/notes', note),
    ];
    const codes = await Promise.all(refusals.map(async (answer) => (await must(answer, 409)).error.code));
    const again = await must(ada.post('/v1/knowledge-imports', base));
    const imported = await this.world.cairn('import', 'jsonl', file, '--json');
    this.held.set(
      5,
      codes.every((code) => code === FORGOTTEN) && again.failed[0]?.code === FORGOTTEN && imported.json.forgotten > 0,
    );
    this.held.set(6, !(await knows(ada)));
  }

  /** Shares the memory with a team, and exports everything; returns the file. */
  private async share(id: string): Promise<string> {
    const { admin, ada, bo } = this.world;
    const members = await Promise.all([ada, bo].map(async (who) => (await must(who.get('/v1/caller'))).principalId));
    const { teamId } = await must(admin.post('/v1/teams', { name: 'Lamps', members }));
    // A key learns of its new team a little later.
    await until(
      async () => (await ada.post(`/v1/memories/${id}/share`, { visibility: `team:${teamId}` })).status < 300,
    );
    await until(() => knows(bo));
    const file = join(this.world.folder, 'wexmoor.jsonl');
    await this.world.cairn('export', '--file', file, '--whole');
    return file;
  }

  /** Looks everywhere, after every background pass. */
  async afterPasses({ conversations, ...left }: BackgroundPasses): Promise<void> {
    const { admin, ada, bo, outsider } = this.world;
    const ended: typeof left = { waiting: 0, retention: 'done', isRebuilt: true, remaining: 0 };
    this.held.set(7, conversations > 0 && isDeepStrictEqual(left, ended));
    this.held.set(8, !(await knows(ada)));
    for (const [place, probe] of Object.entries(this.probes())) {
      const found = await probe().catch((error: unknown) => {
        throw new Error(`${place}: ${String(error)}`);
      });
      const text = typeof found === 'string' ? found : JSON.stringify(found);
      // An answer repeats the question that was asked.
      if (text.replaceAll(`"query":"${TOKEN}"`, '').includes(TOKEN)) this.leaks[place] = text.slice(0, 300);
    }
    const { entries } = await must(admin.get('/v1/audit?act=forget&limit=1000'));
    this.held.set(9, Object.keys(this.leaks).length === 0);
    this.held.set(10, entries.length > 0 && !JSON.stringify(entries).includes(TOKEN));
    this.held.set(13, !(await knows(bo)) && !(await knows(outsider)));
  }

  /** Paths of the message, the memory and its summary. */
  private items(): string[] {
    const { said, memory, summary } = this.ids;
    return [`/v1/messages/${said}`, `/v1/memories/${memory}`, `/v1/memories/${summary}`];
  }

  private note() {
    return must(this.world.ada.get('/v1/notes/file?path=wexmoor.md&workspace=atlas'));
  }

  private async knowledge(): Promise<string> {
    const question = { knowledgeBaseName: 'Lanterns', query: 'lantern code of Wexmoor' };
    return JSON.stringify(await must(this.world.ada.post('/v1/recall/knowledge', question)));
  }

  private async graph(): Promise<string> {
    return JSON.stringify(await must(this.world.ada.post('/v1/graph/explore', { entity: 'Wexmoor' })));
  }

  private probes(): Record<string, () => Promise<unknown>> {
    const { admin, ada, dataDir, folder, cairn } = this.world;
    const read = (path: string, expected = 200) => must(ada.get(path), expected);
    const ask = (path: string, body: object) => must(ada.post(path, body), 200);
    return {
      recall: () => promptOf(ada, CANARY, { limit: 20, minScore: 0, includeArchived: true }),
      messages: () => ask('/v1/recall/messages', { query: TOKEN }),
      recent: () => read('/v1/recall/recent?limit=100'),
      overview: () => ask('/v1/recall/overview', { topic: 'lantern code of Wexmoor' }),
      wake: () => read('/v1/recall/wake'),
      graph: () => this.graph(),
      entities: () => read('/v1/graph/entities?search=vantrix'),
      notes: () => ask('/v1/recall/notes', { query: TOKEN }),
      'former notes': () => read('/v1/notes/versions?path=wexmoor.md&workspace=atlas', 404),
      knowledge: () => this.knowledge(),
      message: () => read(`/v1/messages/${this.ids.said}`, 404),
      memory: () => read(`/v1/memories/${this.ids.memory}`, 404),
      summary: () => read(`/v1/memories/${this.ids.summary}`, 404),
      revisions: () => read(`/v1/memories/${this.ids.memory}/revisions`, 404),
      checkpoints: () => read('/v1/checkpoints'),
      proposals: () => read('/v1/proposals'),
      feed: () => read('/v1/feed'),
      digest: () => read('/v1/digest'),
      'dead letters': () => must(admin.get('/v1/dead-letters'), 200),
      'questions of agents': () => read('/v1/agents'),
      export: async () => {
        const later = join(folder, 'later.jsonl');
        await cairn('export', '--file', later, '--whole');
        return readFileSync(later, 'utf8');
      },
      'stored data': () => storedText(dataDir),
    };
  }
}

const knows = async (who: Client): Promise<boolean> =>
  (await promptOf(who, QUESTION, { includeArchived: true })).includes(TOKEN);
