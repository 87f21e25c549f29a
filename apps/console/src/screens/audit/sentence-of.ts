import type { RouteOutput } from '@cairn/contracts';

type Entry = RouteOutput<'listAudit'>['entries'][number];
type Act = Entry['act'];
type Kind = Entry['kind'];

const NIL = '00000000-0000-0000-0000-000000000000';

/** Past tense of each act. */
const verbs: Readonly<Record<Act, string>> = {
  ...{ write: 'added', change: 'changed', archive: 'archived', restore: 'restored', supersede: 'superseded' },
  ...{ forget: 'removed', begin: 'began', switch: 'switched to', retire: 'retired', lose: 'lost', replay: 'retried' },
  ...{ read: 'read', call: 'called', share: 'shared', 'hand-over': 'handed over', import: 'imported' },
};

/** Noun of each kind, in the singular and the plural. */
const nouns: Readonly<Record<Kind, readonly [string, string]>> = {
  ...{ message: ['a message', 'messages'], memory: ['a memory', 'memories'], note: ['a note', 'notes'] },
  ...{ alias: ['a name of a speaker', 'names of speakers'], key: ['a key', 'keys'] },
  ...{ 'dead-letter': ['failed deliveries', 'failed deliveries'], masking: ['the masking of secrets', 'masking'] },
  ...{
    'recall-limit': ['the number of hits', 'numbers of hits'],
    extraction: ['the reading of a channel', 'channels'],
  },
  ...{ selection: ['a selection of items', 'items'], words: ['a word index', 'word indexes'] },
  ...{ vectors: ['a vector index', 'vector indexes'], feedback: ['feedback on a memory', 'feedback'] },
  ...{ checkpoint: ['a checkpoint', 'checkpoints'], pattern: ['a pattern', 'patterns'] },
  ...{ graph: ['the graph', 'entities of the graph'], route: ['a route', 'routes'] },
  ...{ organisation: ['the organisation', 'organisations'], principal: ['a person or an agent', 'people and agents'] },
  ...{ team: ['a team', 'teams'], channel: ['a closed channel', 'closed channels'] },
  ...{ 'knowledge-base': ['a knowledge base', 'knowledge bases'], limit: ['a limit', 'limits'] },
  ...{ settings: ['the settings', 'settings'], retention: ['a retention rule', 'retention rules'] },
  ...{ webhook: ['a webhook', 'webhooks'], invitation: ['an invitation', 'invitations'] },
};

/** Verbs of acts whose general verb says too little. */
const ownVerbs: Readonly<Record<string, string>> = {
  ...{ 'change invitation': 'accepted', 'forget invitation': 'revoked', 'forget key': 'revoked' },
  ...{ 'archive principal': 'let leave' },
};

/** Entries of the log that belong together: the same act of the same principal on the same kind, one after another. */
export interface Deed {
  readonly entries: readonly [Entry, ...Entry[]];
}

const WITHIN_MS = 10 * 60_000;

/** Joins entries that one request or import made, so that it takes one line. Entries are in the order of the log. */
export function deedsOf(entries: readonly Entry[]): Deed[] {
  const deeds: [Entry, ...Entry[]][] = [];
  for (const entry of entries) {
    const last = deeds.at(-1);
    if (last && belongs(last[0], last.at(-1)!, entry)) last.push(entry);
    else deeds.push([entry]);
  }
  return deeds.map((all) => ({ entries: all }));
}

const belongs = (first: Entry, last: Entry, entry: Entry): boolean =>
  entry.principalId === first.principalId &&
  entry.act === first.act &&
  entry.kind === first.kind &&
  entry.outcome === first.outcome &&
  entry.route === first.route &&
  Math.abs(last.at - entry.at) <= WITHIN_MS;

/** Predicate of a deed, such as `archived a memory` or `added 214 messages`. */
export function sentenceOf({ entries }: Deed): string {
  const [first] = entries;
  const { act, kind, outcome, route, reason, targetId, version } = first;
  if (outcome === 'denied') return `was refused ${route ?? 'a call'}${reason ? ` (${reason})` : ''}, ${version} times`;
  const [one, many] = nouns[kind];
  const times = entries.length > 1 ? entries.length : targetId === NIL && version > 1 ? version : 1;
  const object = times > 1 ? `${times.toLocaleString()} ${many}` : one;
  return act === 'read' && route
    ? `read private items by ${route}`
    : `${ownVerbs[`${act} ${kind}`] ?? verbs[act]} ${object}`;
}
