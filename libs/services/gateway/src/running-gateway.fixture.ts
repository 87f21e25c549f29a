import {
  CairnError,
  searchedTextsOf,
  type Flag,
  type ItemResponse,
  type Memory,
  type MemoryInput,
  type Message,
  type MessageSearchResponse,
  type ParsedInput,
  type Quotation,
  type RecallResponse,
  type Receipt,
  type RecentMessage,
  type RecentResponse,
  type Role,
  type RouteOutput,
  type SessionTurns,
  type StatsResponse,
  type WriteResponse,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { newBoundary, renderHits, renderList } from '@cairn/prompt';
import { loadConfig, Serves, startService, type RunningService } from '@cairn/platform';
import { Readiness } from '@cairn/ports';
import { aMemory, aMemoryId, aMessage, aMessageId, aPrincipal } from '@cairn/testing';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Controller, type DynamicModule } from '@nestjs/common';
import { Identity, invitations, oauthGrants } from '@cairn/store';
import { GatewayModule } from './index.ts';

export const ada = aPrincipal();

/** One organisation, in a list: memories are found by any of their words. */
@Controller()
class ListedItems {
  readonly memories: { id: string; input: MemoryInput }[] = [];
  readonly asked: unknown[] = [];
  said: RecentMessage[] = [aSaid()];
  flags: Flag[] = [];
  strongest: StatsResponse['strongest'] = [];
  both = false;
  mood: 'well' | 'degraded' | 'down' | 'broken' = 'well';

  @Serves('recall')
  async recall(_: Principal, { body: request }: ParsedInput<'recall'>): Promise<RecallResponse> {
    this.note(request);
    const hits = this.memories
      .filter(({ input }) => request.query.split(' ').some((word) => input.content.includes(word)))
      .map(hitOf)
      .concat(this.both ? (this.said.map(heardOf) as never[]) : []);
    const degraded: RecallResponse['degraded'] = this.mood === 'degraded' ? ['vectors'] : [];
    const reason = hits.length === 0 ? ('no-match' as const) : undefined;
    const { flags } = this;
    const frame = {
      heading: 'Recalled from the team memory',
      boundary: newBoundary(),
      budgetChars: request.budgetChars,
    };
    const injectionBlock = renderHits({ ...frame, hits, degraded, reason, flags });
    const searched = [...searchedTextsOf(request)];
    return { hits, searched, confidence: 0.5, flags, injectionBlock, degraded, ...(reason && { reason }) };
  }

  @Serves('searchMessages')
  async searchMessages(_: Principal, { body: request }: ParsedInput<'searchMessages'>): Promise<MessageSearchResponse> {
    this.note(request);
    const { flags, said } = this;
    const results = said.map(heardOf);
    const frame = {
      heading: 'Recalled from the team memory',
      boundary: newBoundary(),
      budgetChars: request.budgetChars,
    };
    return {
      query: request.query,
      results,
      ...(request.neighbours !== undefined && { turns: this.turns }),
      confidence: 0.5,
      flags,
      injectionBlock: renderHits({ ...frame, hits: results, flags }),
      degraded: [],
    };
  }

  @Serves('recent')
  async recent(_: Principal, { query: request }: ParsedInput<'recent'>): Promise<RecentResponse> {
    this.note(request);
    const { limit, channel = null, sessionKey = null, sinceMs = null } = request;
    const turns = request.neighbours === undefined ? {} : { turns: this.turns };
    return { messages: this.said.slice(0, limit), ...turns, query: { limit, channel, sessionKey, sinceMs } };
  }

  private get turns(): SessionTurns[] {
    const messages = this.said.map((message, at) => ({ ...message, isFound: at % 2 === 0 }));
    return [{ sessionKey: 's1', messages }];
  }

  @Serves('overview')
  async overview(_: Principal, { body: request }: ParsedInput<'overview'>): Promise<RouteOutput<'overview'>> {
    this.note(request);
    const quoted = this.quotations;
    const entries = quoted.map(({ id, title, text }) => ({ id, about: 'Known', text: `${title}: ${text}` }));
    const frame = { heading: request.topic, boundary: newBoundary(), budgetChars: request.budgetChars, notes: [] };
    const shared = { name: quoted[0]?.title ?? '', by: 'word', memoryCount: 2 } as const;
    return {
      summary: quoted
        .map(({ text }) => text)
        .join('\n')
        .slice(0, 800),
      memoryCount: quoted.length,
      bound: { lookedAt: quoted.length, isReached: false, stored: quoted.length },
      topMemories: this.memories.slice(0, 5).map(hitOf),
      themes: quoted.length > 1 ? [shared] : [],
      byCategory: { decision: quoted.length },
      known: [{ category: 'decision', memories: quoted }],
      contradictions: [],
      openQuestions: quoted,
      sources: [],
      injectionBlock: renderList({ ...frame, entries }),
      degraded: [],
    };
  }

  @Serves('wake')
  async wake(_: Principal, { query: request }: ParsedInput<'wake'>): Promise<RouteOutput<'wake'>> {
    this.note(request);
    const quoted = this.quotations.slice(0, request.limit);
    const entries = quoted.map(({ id, title, text }) => ({ id, about: 'To hold', text: `${title}: ${text}` }));
    const frame = { heading: 'Briefing', boundary: newBoundary(), budgetChars: request.budgetChars, notes: [] };
    return {
      since: 5,
      sinceWhat: 'asked',
      handoff: null,
      lastSession: null,
      instructions: quoted,
      goals: quoted,
      changed: [],
      decisions: quoted,
      injectionBlock: renderList({ ...frame, entries }),
    };
  }

  private get quotations(): Quotation[] {
    return this.memories.map(({ id, input: { title, content } }) => {
      return { id, kind: 'decision', title, section: [title], text: content.slice(0, 500), at: 5, state: 'active' };
    });
  }

  @Serves('why')
  async why(_: Principal, { body: request }: ParsedInput<'why'>): Promise<RouteOutput<'why'>> {
    this.note(request);
    const relatedMemories = this.memories.map(hitOf);
    const quoted = this.quotations;
    const entries = quoted.map(({ id, title, text }) => ({ id, about: 'Decision', text: `${title}: ${text}` }));
    const frame = { heading: request.decision, boundary: newBoundary(), budgetChars: request.budgetChars, notes: [] };
    return {
      reasoning: quoted
        .map(({ text }) => text)
        .join('\n')
        .slice(0, 1_200),
      relatedMemories,
      decision: quoted[0] ? { ...quoted[0], author: null, sentences: quoted.map(({ text }) => ({ text })) } : null,
      reversed: quoted.slice(0, 3).map(({ id, title, at }) => ({ id, title, at, until: at })),
      evidence: quoted.slice(0, 3),
      injectionBlock: renderList({ ...frame, entries }),
      degraded: [],
    };
  }

  @Serves('stats')
  async stats(): Promise<StatsResponse> {
    const none = { words: 0, vectors: 0 };
    return {
      memories: {
        total: 1,
        archived: 0,
        byStore: { semantic: 1 },
        byCategory: { decision: 1 },
        meanStrength: 0.8,
        last24h: 1,
      },
      messages: { total: 0, last24h: 0, channels: 0, sessions: 0 },
      notes: { total: 0, sections: 0, workspaces: 0, last24h: 0 },
      index: { pending: none, dead: none, off: none },
      strongest: this.strongest,
    };
  }

  private note(request: unknown): void {
    this.asked.push(request);
    if (this.mood === 'down') throw new CairnError('index/unavailable', 'Neither index answered.');
    if (this.mood === 'broken') throw new Error('secret: /var/lib/cairn');
  }

  @Serves('addMemories')
  async addMemories(_: Principal, { body }: ParsedInput<'addMemories'>): Promise<WriteResponse> {
    const items = [body].flat().map((input): Receipt => {
      const id = aMemoryId();
      const title = input.title.replace('tok3n', '[masked: api-key]');
      this.memories.push({ id, input: { ...input, title } });
      return {
        kind: 'memory',
        id,
        version: 1,
        state: 'active',
        created: true,
        index: { words: 'indexed', vectors: input.title === 'No model' ? 'off' : 'pending' },
        ...(title !== input.title && { masked: { 'api-key': 1 } }),
      };
    });
    return { items };
  }

  @Serves('getMemory')
  async getMemory(_: Principal, { params: { id } }: ParsedInput<'getMemory'>): Promise<ItemResponse> {
    const memory = this.memories.find((each) => each.id === id);
    if (!memory) throw new CairnError('item/unknown', 'no such memory');
    return storedAs(memory);
  }

  @Serves('getMessage')
  async getMessage(_: Principal, { params: { id } }: ParsedInput<'getMessage'>): Promise<ItemResponse> {
    const said = this.said.find((each) => each._id === id);
    if (!said) throw new CairnError('item/unknown', 'no such message');
    return { ...aMessage({ ...said, id: said._id as Message['id'] }), index: indexed };
  }

  @Serves('trace')
  async trace(): Promise<RouteOutput<'trace'>> {
    const [{ input, id }, messages] = [this.memories[0]!, this.said];
    const memory = storedAs({ id, input });
    const counts = { messageCount: 30, omittedCount: 30 - messages.length };
    const understood = ['graph: a owns b (given)'];
    return { memory, understood, snapshot: { messages, ...counts, createdAt: 1_767_607_200_000, reason: 'sources' } };
  }
}

const indexed = { words: 'indexed', vectors: 'indexed' } as const;

const storedAs = ({ id, input }: { id: string; input: MemoryInput }) => ({
  ...aMemory({ ...input, id, timestamp: input.timestamp || null } as Partial<Memory>),
  ...{ author: ada.name, index: indexed },
});

const hitOf = ({ id, input }: { id: string; input: MemoryInput }) => ({
  ...{
    kind: 'memory' as const,
    memoryId: id,
    store: input.store,
    category: input.category,
    title: input.title,
    content: input.content,
    tags: input.tags,
  },
  ...{
    strength: 0.8,
    confidence: input.confidence ?? 0.9,
    channel: input.channel ?? null,
    timestamp: input.timestamp || null,
    createdAt: 1_767_607_200_000,
    author: ada.name,
    state: 'active' as const,
    source: input.source,
  },
  ...{ externalId: null, score: 0.85, similarity: 0.85, parts: [] },
});

const heardOf = (said: RecentMessage) => ({
  ...said,
  kind: 'message' as const,
  subchannel: said.channel,
  source: said.channel ?? 'api',
  externalId: said.channel,
  score: 0.7,
  similarity: 0.7,
});

export const aSaid = (overrides: Partial<RecentMessage> = {}): RecentMessage => {
  const id = aMessageId();
  return {
    _id: id,
    messageId: id,
    role: 'user',
    speaker: 'Ada',
    content: 'x'.repeat(500),
    channel: 'ops',
    sessionKey: null,
    timestamp: 1_767_607_200_000,
    createdAt: 1_767_607_200_000,
    author: 'importer',
    ...overrides,
  };
};

export class KeysByRole implements Pick<Identity, 'authenticate' | 'current'> {
  readonly revoked = new Set<string>();
  async authenticate(key: string) {
    const isKnown = key.startsWith('cairn_') && !this.revoked.has(key);
    return isKnown ? { ...ada, role: key.slice('cairn_'.length) as Role } : undefined;
  }
  current = async () => ada;
}

class AlwaysReady extends Readiness {
  parts = async () => [];
}

class Backend {}

export let recall: ListedItems;
const backend: DynamicModule = {
  module: Backend,
  controllers: [ListedItems],
  providers: [
    { provide: Identity, useClass: KeysByRole },
    { provide: Readiness, useClass: AlwaysReady },
    { provide: invitations.token, useValue: {} },
    { provide: oauthGrants.token, useValue: { ofKey: async () => null } },
  ],
  exports: [Identity, Readiness, invitations.token, oauthGrants.token],
};

export let service: RunningService;
/** The gateway that runs for all tests of the importing file. */
export let url: string;

beforeAll(async () => {
  const config = { ...loadConfig('all-in-one', {}), port: 0, host: '127.0.0.1', logLevel: 'silent' as const };
  const gateway = GatewayModule.forRoot({
    allowedHosts: ['cairn.example.org'],
    allowedOrigins: ['https://console.example.org'],
  });
  service = await startService({ backend, modules: [gateway], config });
  recall = service.app.get(ListedItems);
  url = `http://127.0.0.1:${new URL(service.url).port}`;
});

afterAll(() => service.close());

beforeEach(() => {
  recall.mood = 'well';
  recall.both = false;
  recall.asked.length = 0;
  recall.memories.length = 0;
  recall.said = [aSaid()];
  recall.flags = [];
  recall.strongest = [];
});

export interface Caller {
  listTools(): Promise<{
    tools: {
      name: string;
      title?: string | undefined;
      inputSchema: unknown;
      outputSchema?: unknown;
      annotations?: unknown;
    }[];
  }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const headers = (role: Role) => ({ requestInit: { headers: { authorization: `Bearer cairn_${role}` } } });

export async function modernCaller(
  mode: 'auto' | 'legacy' | { pin: string },
  role: Role = 'writer',
  where = '',
): Promise<Caller> {
  const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(new URL(`${url}/mcp${where}`), headers(role)));
  return client as unknown as Caller;
}

export async function olderCaller(role: Role = 'writer'): Promise<Caller> {
  const client = new OlderClient({ name: 'test', version: '1' });
  // The class is right; its declarations were not written for exactOptionalPropertyTypes.
  await client.connect(new OlderTransport(new URL(`${url}/mcp`), headers(role)) as never);
  return client as unknown as Caller;
}

export interface Answer {
  readonly isError?: boolean;
  readonly content: readonly [{ text: string }, { text: string }];
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

export const call = async (client: Caller, name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as Answer;

export const clients: [string, (role?: Role) => Promise<Caller>][] = [
  ['a 2026 client that negotiates', (role) => modernCaller('auto', role)],
  ['a 2026 client that is pinned', (role) => modernCaller({ pin: '2026-07-28' }, role)],
  ['a 2025 client of the 2026 kit', (role) => modernCaller('legacy', role)],
  ['a 2025 client', (role) => olderCaller(role)],
];

export function faceOf(tool: Awaited<ReturnType<Caller['listTools']>>['tools'][number]) {
  const input = tool.inputSchema as {
    properties?: Record<string, { default?: unknown; minimum?: unknown; maximum?: unknown }>;
    required?: string[];
    additionalProperties?: unknown;
  };
  const output = (tool.outputSchema ?? {}) as { properties?: Record<string, unknown>; type?: unknown };
  return {
    name: tool.name,
    title: tool.title,
    annotations: JSON.stringify(tool.annotations),
    required: input.required?.join(' '),
    strict: input.additionalProperties === false,
    parameters: Object.entries(input.properties ?? {})
      .map(
        ([name, field]) =>
          `${name}${field.minimum === undefined ? '' : ` ${String(field.minimum)}-${String(field.maximum)}`}${field.default === undefined ? '' : `=${JSON.stringify(field.default)}`}`,
      )
      .join(', '),
    results: Object.keys(output.properties ?? {}).join(' '),
  };
}

/** JSON-RPC by hand, as a client of no kit. */
export const rpc = async (where: string, method: string, params: object, extra: Record<string, string> = {}) => {
  const answer = await fetch(`${url}/mcp${where}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer cairn_writer',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...extra,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await answer.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  // Answers are looked into by matchers, which say more about what is missing than a type would.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  return { status: answer.status, ...(JSON.parse(data) as { result?: any; error?: any }) };
};
export const callTool = (where: string, name: string, args: object, extra?: Record<string, string>) =>
  rpc(where, 'tools/call', { name, arguments: args }, extra);
