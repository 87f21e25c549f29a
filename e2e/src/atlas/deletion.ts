import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../client.ts';
import { storedText } from '../stored-text.ts';
import { until } from '../until.ts';
import { forget, promptOf, remember, say, type AtlasWorld } from './world.ts';

const TOKEN = 'vantrix-77';
const CANARY = `The lantern code of Wexmoor is ${TOKEN}.`;
const QUESTION = 'What is the lantern code of Wexmoor?';

/** The thirteen steps of the deletion sequence, and whether each held; the ninth by place. */
export class DeletionSequence {
  readonly held = new Map<number, boolean>();
  /** Places in which the forgotten token was found, with what was found. */
  readonly leaks: Record<string, string> = {};
  private readonly world: AtlasWorld;
  private ids = { memory: '', summary: '' };

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
    await ada.post(`/v1/memories/${id}/update`, { tags: ['lantern', TOKEN] });
    await ada.post('/v1/checkpoints', { label: 'Before', memoryIds: [id] });
    const summary = await remember(ada, `In short, Wexmoor has ${TOKEN}.`, { title: 'Summary', sourceIds: [id] });
    this.ids = { memory: id, summary };
    const note = { path: 'wexmoor.md', text: `# Wexmoor\n\n${CANARY}`, workspace: 'atlas' };
    await ada.call('PUT', '/v1/notes', note);
    const base = { knowledgeBaseName: 'Lanterns', chunks: [{ content: `${CANARY} See page 4.` }] };
    await ada.post('/v1/knowledge-imports', base);
    await until(async () => JSON.stringify((await this.graph()).body).includes(TOKEN));
    this.held.set(1, true);
    this.held.set(2, await knows(ada));

    const file = await this.share(id);
    this.held.set(11, (await knows(bo)) && readFileSync(file, 'utf8').includes(TOKEN));

    const selection = { contains: TOKEN, lineage: true };
    const { notes } = (await ada.post('/v1/forgets', selection)).body.preview;
    await forget(ada, selection);
    for (const { workspace, path } of notes)
      await ada.call('DELETE', `/v1/notes?workspace=${workspace}&path=${path}&forget=true`);
    for (const step of [3, 12]) this.held.set(step, true);
    this.held.set(4, !(await knows(ada)));

    await ada.post('/v1/messages', source);
    await botOfAda.post('/v1/messages', { ...source, sessionKey: 'another', externalId: 'wex-9' });
    await ada.post('/v1/memories', { ...memory, content: CANARY });
    await ada.call('PUT', '/v1/notes', note);
    await ada.post('/v1/knowledge-imports', base);
    const imported = await this.world.cairn('import', 'jsonl', file, '--json');
    this.held.set(5, imported.json?.forgotten > 0);
    this.held.set(6, !(await knows(ada)));
  }

  /** Shares the memory with a team, and exports everything; returns the file. */
  private async share(id: string): Promise<string> {
    const { admin, ada, bo } = this.world;
    const members = await Promise.all([ada, bo].map(async (who) => (await who.get('/v1/caller')).body.principalId));
    const { teamId } = (await admin.post('/v1/teams', { name: 'Lamps', members })).body;
    await until(
      async () => (await ada.post(`/v1/memories/${id}/share`, { visibility: `team:${teamId}` })).status < 300,
    );
    await until(() => knows(bo));
    const file = join(this.world.folder, 'wexmoor.jsonl');
    await this.world.cairn('export', '--file', file, '--whole');
    return file;
  }

  /** Looks everywhere, after every background pass. */
  async afterPasses(): Promise<void> {
    const { admin, ada, bo, outsider } = this.world;
    this.held.set(7, true);
    this.held.set(8, !(await knows(ada)));
    for (const [place, probe] of Object.entries(this.probes())) {
      const found = await probe();
      const text = typeof found === 'string' ? found : JSON.stringify(found);
      // An answer repeats the question that was asked.
      if (text.replaceAll(`"query":"${TOKEN}"`, '').includes(TOKEN)) this.leaks[place] = text.slice(0, 300);
    }
    const { entries } = (await admin.get('/v1/audit?act=forget&limit=1000')).body;
    this.held.set(9, Object.keys(this.leaks).length === 0);
    this.held.set(10, entries.length > 0 && !JSON.stringify(entries).includes(TOKEN));
    this.held.set(13, !(await knows(bo)) && !(await knows(outsider)));
  }

  private graph() {
    return this.world.ada.post('/v1/graph/explore', { entity: 'Wexmoor' });
  }

  private probes(): Record<string, () => Promise<unknown>> {
    const { admin, ada, dataDir, folder, cairn } = this.world;
    const read = async (path: string) => (await ada.get(path)).body;
    const ask = async (path: string, body: object) => (await ada.post(path, body)).body;
    return {
      recall: () => promptOf(ada, CANARY, { limit: 20, minScore: 0, includeArchived: true }),
      messages: () => ask('/v1/recall/messages', { query: TOKEN }),
      recent: () => read('/v1/recall/recent?limit=100'),
      overview: () => ask('/v1/recall/overview', { topic: 'lantern code of Wexmoor' }),
      wake: () => read('/v1/recall/wake'),
      graph: async () => (await this.graph()).body,
      entities: () => read('/v1/graph/entities?search=vantrix'),
      notes: () => ask('/v1/recall/notes', { query: TOKEN }),
      'former notes': () => read('/v1/notes/versions?path=wexmoor.md&workspace=atlas'),
      knowledge: () => ask('/v1/recall/knowledge', { knowledgeBaseName: 'Lanterns', query: TOKEN }),
      memory: () => read(`/v1/memories/${this.ids.memory}`),
      summary: () => read(`/v1/memories/${this.ids.summary}`),
      revisions: () => read(`/v1/memories/${this.ids.memory}/revisions`),
      checkpoints: () => read('/v1/checkpoints'),
      proposals: () => read('/v1/proposals'),
      feed: () => read('/v1/feed'),
      digest: () => read('/v1/digest'),
      'dead letters': async () => (await admin.get('/v1/dead-letters')).body,
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
