import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { describe, expect, it } from '@jest/globals';
import type { KnowledgeImportRequest, KnowledgeImportResponse, Memory } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { SystemClock } from '@cairn/ports';
import { aMemory, aMemoryId, aPrincipal } from '@cairn/testing';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { connectionFrom, serveStdio, tools, type ToolHost } from './mcp.ts';

const ada = aPrincipal({ role: 'reader' });
const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const BASE = '0197a3b0-0000-7000-8000-000000000001';

/** A client of 2025 on pipes, before an organisation in a list. */
class Wire {
  holder: Principal = ada;
  memories: Memory[] = [];
  readonly imported: KnowledgeImportRequest[] = [];
  private readonly pipes = { stdin: new PassThrough(), stdout: new PassThrough() };
  private readonly lines = createInterface({ input: this.pipes.stdout });
  private readonly said: { id?: number; method?: string; result?: never; params?: never }[] = [];
  private readonly ids = new Map<string, ReturnType<typeof aMemoryId>>();
  private handle: { close(): Promise<void> } | undefined;

  async open(named?: string): Promise<{ capabilities: Record<string, unknown> }> {
    this.lines.on('line', (line) => this.said.push(JSON.parse(line) as never));
    const call = async (name: string, _: Principal, input: { body: KnowledgeImportRequest }) =>
      name === 'listMemories' ? { items: this.memories, nextCursor: null } : this.store(input.body);
    const host = { caller: { call }, clock: new SystemClock() } as unknown as ToolHost;
    this.handle = serveStdio(host, this.holder, {
      transport: new StdioServerTransport(this.pipes.stdin, this.pipes.stdout),
      connection: connectionFrom({ defaults: {}, named }, tools),
      watching: { host, holder: async () => this.holder },
      lookMs: 5,
    });
    const greeting = await this.ask<{ capabilities: Record<string, unknown> }>('initialize', HELLO);
    this.send({ method: 'notifications/initialized' });
    return greeting;
  }

  async ask<Result>(method: string, params: object = {}): Promise<Result> {
    const id = this.said.length + 1_000;
    this.send({ id, method, params });
    return (await this.hears((line) => line.id === id)).result as Result;
  }

  async hears(fits: (line: { id?: number; method?: string }) => boolean) {
    for (;;) {
      const line = this.said.find(fits);
      if (line) return line;
      await once(this.lines, 'line');
    }
  }

  countOf = (method: string) => this.said.filter((line) => line.method === method).length;
  progress = () => this.said.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params);
  close = () => this.handle?.close();

  private send(message: object): void {
    this.pipes.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  idOf(content: string) {
    const id = this.ids.get(content) ?? aMemoryId();
    this.ids.set(content, id);
    return id;
  }

  /** Refuses chunks with the content `bad`. */
  private store(body: KnowledgeImportRequest): KnowledgeImportResponse {
    this.imported.push(body);
    const failed = body.chunks.flatMap(({ content }, at) => (content === 'bad' ? [at] : []));
    const stored = body.chunks.filter(({ content }) => content !== 'bad');
    return {
      ...{ knowledgeBaseId: BASE as never, knowledgeBaseName: 'Manuals', created: this.imported.length === 1 },
      ...{ scope: null, imported: stored.length, known: 0, replaced: 1 },
      failed: failed.map((at) => ({ chunks: [at], code: 'request/invalid', message: 'no' })),
      memoryIds: stored.map(({ content }) => this.idOf(content)),
    };
  }
}

const opened = async (prepare: (wire: Wire) => void = () => undefined, named?: string) => {
  const wire = new Wire();
  prepare(wire);
  return { wire, greeting: await wire.open(named) };
};

const skill = (title: string) => aMemory({ store: 'procedural', title, content: 'Turn the key.', visibility: 'org' });

describe('a connection over stdio', () => {
  it('hears that its tools changed when its role did, and lists the new ones', async () => {
    const { wire, greeting } = await opened();
    expect(greeting.capabilities).toMatchObject({ tools: { listChanged: true }, resources: { listChanged: true } });

    wire.holder = { ...ada, role: 'writer' };
    await wire.hears(({ method }) => method === 'notifications/tools/list_changed');
    const { tools: listed } = await wire.ask<{ tools: { name: string }[] }>('tools/list');
    await wire.close();

    expect(listed.map(({ name }) => name)).toContain('crystal_remember');
    expect(wire.countOf('notifications/tools/list_changed')).toBe(1);
  });

  it('hears that its skills changed, once, and nothing while they stay', async () => {
    const { wire } = await opened((one) => one.memories.push(skill('Start the pump')));
    await wire.ask('tools/list');
    expect(wire.countOf('notifications/resources/list_changed')).toBe(0);

    wire.memories = [...wire.memories, skill('Stop the pump')];
    await wire.hears(({ method }) => method === 'notifications/resources/list_changed');
    const { resources } = await wire.ask<{ resources: unknown[] }>('resources/list');
    await wire.close();

    expect(resources).toHaveLength(2);
    expect(wire.countOf('notifications/resources/list_changed')).toBe(1);
  });
});

interface ListedSkills {
  readonly skills: readonly { readonly uri: string }[];
  readonly nextCursor?: string;
}
interface ListedResources {
  readonly resources: readonly { readonly uri: string }[];
  readonly nextCursor?: string;
}
const addressed = (name: string) => `skill://${name}/SKILL.md`;

describe('skills', () => {
  it('are what everyone may read and what holds, each with its text as exported', async () => {
    const hidden = [
      aMemory({ store: 'procedural', title: 'My own way', visibility: 'private' }),
      aMemory({ store: 'procedural', title: 'The old way', visibility: 'org', validTo: 1 }),
    ];
    const { wire } = await opened((one) => one.memories.push(skill('Start <the> pump'), ...hidden));

    const listed = await wire.ask<{ skills: { uri: string }[] }>('skills/list');
    const read = await wire.ask<{ contents: { text: string }[] }>('resources/read', { uri: listed.skills[0]!.uri });
    await wire.close();

    expect(listed.skills).toMatchObject([
      {
        uri: 'skill://start-the-pump/SKILL.md',
        frontmatter: { name: 'start-the-pump', description: 'Start the pump.' },
      },
    ]);
    expect(read.contents).toMatchObject([
      {
        mimeType: 'text/markdown',
        text: expect.stringMatching(/^---\nname: start-the-pump\n[\s\S]*Turn the key\.\n$/),
      },
    ]);
  });

  it('come in pages, those that feedback proved first, then one of each writer in turn', async () => {
    const of = (author: string, title: string, more = {}) =>
      aMemory({ ...skill(title), author, ...more, id: aMemoryId() });
    const others = [of('Ada', 'Start the pump'), of('Bo', 'Stop the pump', { strength: 0.95 })];
    const flood = Array.from({ length: 210 }, (_, at) => of('Mallory', `Flood ${at}`));
    const { wire } = await opened((one) => one.memories.push(...others, ...flood));

    const first = await wire.ask<ListedSkills>('skills/list');
    const second = await wire.ask<ListedSkills>('skills/list', { cursor: first.nextCursor });
    const third = await wire.ask<ListedSkills>('skills/list', { cursor: second.nextCursor });
    await wire.close();

    const uris = [first, second, third].flatMap(({ skills }) => skills.map(({ uri }) => uri));
    expect(uris.slice(0, 3).sort()).toEqual(['flood-209', 'start-the-pump', 'stop-the-pump'].map(addressed));
    expect(uris[0]).toBe(addressed('stop-the-pump'));
    expect([first.skills.length, new Set(uris).size, third.nextCursor]).toEqual([100, 212, undefined]);
  });

  it('come as resources in pages too, each once', async () => {
    const many = Array.from({ length: 410 }, (_, at) => aMemory({ ...skill(`Pump ${at}`), id: aMemoryId() }));
    const { wire } = await opened((one) => one.memories.push(...many));

    const pages: ListedResources[] = [];
    for (let cursor: string | undefined; pages.length < 9;) {
      const page = await wire.ask<ListedResources>('resources/list', cursor === undefined ? {} : { cursor });
      pages.push(page);
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    await wire.close();

    const uris = pages
      .flatMap(({ resources }) => resources.map(({ uri }) => uri))
      .filter((uri) => !uri.startsWith('ui:'));
    expect(pages).toHaveLength(3);
    expect([uris.length, new Set(uris).size]).toEqual([410, 410]);
  });

  it.each([
    ['recall', false],
    ['recall,skills', true],
  ])('of a connection that shows %s are there: %s', async (named, there) => {
    const { wire, greeting } = await opened((one) => one.memories.push(skill('Start the pump')), named);
    await wire.close();

    expect('extensions' in greeting.capabilities).toBe(there);
    expect(greeting.capabilities['resources']).toMatchObject({ listChanged: there });
  });
});

describe('an import with a progress token', () => {
  const chunk = (content: string, sourceUrl?: string) => ({ content, metadata: { ...(sourceUrl && { sourceUrl }) } });
  const chunks = [
    ...Array.from({ length: 8 }, (_, at) => chunk(`alone ${at}`)),
    ...Array.from({ length: 4 }, (_, at) => chunk(`of one ${at}`, 'https://a.example')),
    chunk('bad'),
    chunk('last of all', 'https://a.example'),
  ];
  const importCall = (_meta?: object) => ({
    name: 'crystal_import_knowledge',
    arguments: { knowledgeBaseName: 'Manuals', chunks },
    ...(_meta && { _meta }),
  });
  const writer = (one: Wire) => void (one.holder = aPrincipal({ role: 'writer' }));

  it('tells how far it is, keeps documents whole, and answers as in one call', async () => {
    const { wire } = await opened(writer);

    const asked = importCall({ progressToken: 7 });
    const { structuredContent } = await wire.ask<{ structuredContent: object }>('tools/call', asked);
    await wire.close();

    expect(wire.progress()).toEqual([
      { progressToken: 7, progress: 8, total: 14, message: '8 of 14 chunks' },
      { progressToken: 7, progress: 14, total: 14, message: '14 of 14 chunks' },
    ]);
    expect(wire.imported.map((body) => body.chunks.length)).toEqual([8, 6]);
    expect(wire.imported[1]).toMatchObject({ knowledgeBaseId: BASE });
    expect(structuredContent).toMatchObject({ created: true, imported: 13, replaced: 2, failed: [{ chunks: [12] }] });
    const stored = chunks.filter(({ content }) => content !== 'bad');
    expect(structuredContent).toMatchObject({ memoryIds: stored.map(({ content }) => wire.idOf(content)) });
  });

  it('is one call where nobody listens', async () => {
    const { wire } = await opened(writer);

    await wire.ask('tools/call', importCall());
    await wire.close();

    expect(wire.imported).toHaveLength(1);
    expect(wire.progress()).toEqual([]);
  });
});
