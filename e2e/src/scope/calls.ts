import type { Base, Reading } from './oracle.ts';

/** A call of a route or tool. */
export interface Call {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: object;
  /** Channel of the call, exactly as sent. */
  readonly channel: string | undefined;
  /** Knowledge base that it names. */
  readonly base?: Base;
  readonly reading: Reading;
  /** Principal whose private items it requests, which only admins may. */
  readonly privateOf?: string;
}

type Body = Readonly<Record<string, unknown>>;
type Asked = Pick<Call, 'method' | 'url' | 'body'>;

const post = (url: string, body: Body): Asked => ({ method: 'POST', url, body });
const get = (url: string, query: Body): Asked => ({
  method: 'GET',
  url: `${url}?${new URLSearchParams(query as Record<string, string>).toString()}`,
});
const tool = (name: string, args: Body) =>
  post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

const query = 'zebra deploy rule';

/** Calls by name; `canary` is a word of an item that the caller may or may not see. */
const asked = (place: Body, canary: string): Readonly<Record<string, Asked>> => ({
  recall: post('/v1/recall', { query, limit: 100, ...place }),
  recallCanary: post('/v1/recall', { query: canary, limit: 100, sources: 'without-notes', ...place }),
  searchMessages: post('/v1/recall/messages', { query, limit: 50, ...place }),
  recent: get('/v1/recall/recent', { limit: '100', ...place }),
  overview: post('/v1/recall/overview', { topic: query, ...place }),
  why: post('/v1/recall/why', { decision: query, ...place }),
  preflight: post('/v1/recall/preflight', { action: query, ...place }),
  wake: get('/v1/recall/wake', place),
  memories: get('/v1/memories', { limit: '100', ...place }),
  messages: get('/v1/messages', { limit: '100', ...place }),
  owners: post('/v1/graph/owners', { entity: 'service:zebra', ...place }),
  ownersCanary: post('/v1/graph/explore', { entity: canary, ...place }),
  entities: get('/v1/graph/entities', { limit: '100', ...place }),
  crystal_recall: tool('crystal_recall', { query, limit: 20, ...place }),
  crystal_what_do_i_know: tool('crystal_what_do_i_know', { topic: query, ...place }),
  crystal_why_did_we: tool('crystal_why_did_we', { decision: query, ...place }),
  crystal_preflight: tool('crystal_preflight', { action: query, ...place }),
  crystal_recent: tool('crystal_recent', { limit: 100, ...place }),
  crystal_search_messages: tool('crystal_search_messages', { query, ...place }),
  crystal_wake: tool('crystal_wake', place),
  crystal_who_owns: tool('crystal_who_owns', { entity: 'service:zebra', ...place }),
  crystal_explore_graph: tool('crystal_explore_graph', { entity: canary, ...place }),
  memory_search: tool('memory_search', { query, ...place }),
  knowledgeBases: get('/v1/knowledge-bases', place),
  crystal_list_knowledge_bases: tool('crystal_list_knowledge_bases', place),
});

const askedOf = ({ id, name }: Base, place: Body): Readonly<Record<string, Asked>> => ({
  knowledge: post('/v1/recall/knowledge', { knowledgeBaseId: id, query, limit: 20, ...place }),
  knowledgeByName: post('/v1/recall/knowledge', { knowledgeBaseName: name, query, limit: 20, ...place }),
  knowledgeBase: get(`/v1/knowledge-bases/${id}`, place),
  crystal_query_knowledge_base: tool('crystal_query_knowledge_base', { knowledgeBaseId: id, query, ...place }),
});

/** All calls for a channel or for none, and all that name a knowledge base. */
export function callsFor(channel: string | undefined, canary: string, base: Base): Call[] {
  const place = channel === undefined ? {} : { channel };
  const called = Object.entries(asked(place, canary)).map(([name, call]) => {
    const reading: Reading = lists.has(name) ? 'lists' : 'asks';
    return { name, channel, reading, ...call };
  });
  const ofBase = Object.entries(askedOf(base, place));
  return [...called, ...ofBase.map(([name, call]) => ({ name, channel, base, reading: base, ...call }))];
}

/** Calls of an admin for the private items of a principal. */
export function callsInto(channel: string | undefined, privateOf: string): Call[] {
  const query = { limit: '100', privateOf, ...(channel !== undefined && { channel }) };
  return ['memories', 'messages'].map((name) => ({
    ...{ name: `${name} of another`, channel, reading: 'lists', privateOf },
    ...get(`/v1/${name}`, query),
  }));
}

/** Calls that list or count stored items and answer no question. */
const lists: ReadonlySet<string> = new Set([
  ...['recent', 'wake', 'memories', 'messages', 'knowledgeBases'],
  ...['crystal_recent', 'crystal_wake', 'crystal_list_knowledge_bases'],
]);
