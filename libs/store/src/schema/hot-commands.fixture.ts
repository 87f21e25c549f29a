import { eventPatterns, type GraphReader, type ItemId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { aNewMemory, aNewMessage, aNewNote } from '@cairn/testing';
import { v7 as uuidv7 } from 'uuid';
import { fieldsOf } from '../kit/conditions.ts';
import { callsOf } from '../kit/feature.ts';
import type { SqlStore } from '../kit/module.ts';
import { lifecycle } from '../memories/lifecycle.ts';
import { tablesOfItems } from './features.ts';
import { graphs } from '../graph/graph.ts';
import { graphReader } from '../graph/graph-reader.ts';
import { forgetting as forgettingFeature } from '../forgetting/forgetting.ts';
import { continueForgetting, remainingInStore, sweepForgotten } from '../forgetting/forget-steps.ts';
import { notes as notesFeature } from '../notes/notes.ts';
import { putNote } from '../notes/note-steps.ts';

/** Commands that people and agents wait for, by name, for tests of query plans. Run them in this order. */
export function hotCommands(store: SqlStore, ada: Principal): Record<string, () => Promise<unknown>> {
  const scope = scopeOf(ada);
  const inScope = { scope: fieldsOf(scope) };
  const read = (command: string, input: object) => store.read(command, ada.orgId, { ...inScope, ...input });
  const changes = callsOf(lifecycle, store);
  const notes = callsOf(notesFeature, store);
  const forgetting = callsOf(forgettingFeature, store);
  const graph: GraphReader = graphReader(callsOf(graphs, store), scope);
  const write = (...items: object[]) =>
    store.write('writing.write', ada.orgId, {
      author: ada,
      isAgent: false,
      isTrusted: true,
      ...inScope,
      items,
      idempotency: { key: uuidv7(), requestHash: 'h' },
    });
  const put = (text: string) =>
    putNote(notes, { scope, author: ada, workspace: { name: 'team' }, note: aNewNote('a.md', text) });
  const message = aNewMessage({ sessionKey: 's', externalId: 'one', speaker: 'Ann' });
  const memory = aNewMemory({ subject: 'a', attribute: 'b', actionTriggers: ['deploy*'] }, { statement: 'digest' });
  const ids = [message.id, memory.id] as ItemId[];
  const long = Array.from({ length: 201 }, (_, at) => `# ${at}`).join('\n\n');
  const act = { scope, author: ada, id: memory.id as ItemId, ifVersion: 1 };
  const query = { entities: ['service:ledger'], direction: 'both', asOf: 9, limitPerEntity: 5 } as const;
  const kinds = ['message', 'memory', 'note'] as const;
  return {
    'a message in a session': () => write(message),
    'a memory': () => write(memory),
    'a proposal': () =>
      store.write('proposals.propose', ada.orgId, {
        ...{ ...inScope, author: ada, ownerId: ada.principalId },
        proposals: [{ item: aNewMemory(), kind: 'fact', certainty: 0.5, quotes: [], isOwnWords: false }],
      }),
    'a note': () => put('# one'),
    'a long note': () => put(long),
    'a long note made short': () => put('short'),
    'newest messages': () => read('items.recent', { filter: { kind: 'message' }, limit: 9 }),
    'the features of candidates': () =>
      Promise.all(kinds.map((kind) => read('items.candidateFeatures', { kind, ids }))),
    'the sources of candidates': () => Promise.all(kinds.map((kind) => read('items.sourceLinks', { kind, ids }))),
    'the passages of candidates': () =>
      read('embeddings.passages', { modelId: 'm', kind: 'memory', wanted: [{ id: memory.id, chunk: 0 }] }),
    'the items of hits': () => read('items.hydrate', { filter: { kind: 'memory' }, ids }),
    'the newest conversations': () => read('conversations.list', { filter: { kind: 'message' }, limit: 9 }),
    'the memories of a conversation': () => read('conversations.memoriesFrom', { sessionKey: 's' }),
    'the newest memories of a subject': () =>
      read('items.list', { filter: { kind: 'memory', subject: 'a' }, page: { order: 'newest', limit: 9 } }),
    'the evidence of hits': () => read('evidence.of', { ids, at: 9 }),
    'the former statements of hits': () =>
      read('lifecycle.former', { texts: [{ id: message.id, content: 'Said.', source: 'a', externalId: 'b' }], at: 9 }),
    'items that wait for their vectors': () =>
      Promise.all(kinds.map((kind) => read('items.waiting', { filter: { kind }, limit: 9, charsMax: 99 }))),
    'uses of memories are counted': () =>
      store.write('useCounts.add', ada.orgId, {
        orgId: ada.orgId,
        uses: [{ memoryId: memory.id, kind: 'recall', times: 1 }],
      }),
    'the uses of memories': () => read('useCounts.of', { memoryIds: ids }),
    'the most used memories': () => read('useCounts.most', { filter: { kind: 'memory' }, limit: 9 }),
    'whether an index is behind': () => read('index-states.isBehind', { target: 'words', olderThanMs: 1 }),
    'the speakers of messages': () => read('items.speakers', { channel: null }),
    'the rulings that an action can meet': () => read('rulings.matching', { words: ['*'] }),
    'the rulings of items': () => read('rulings.of', { ids }),
    'the rules of items': () => read('rulings.rules', { ids }),
    'entities of the graph by name': () => graph.findByName('ledger', 5),
    'entities of the graph by the phrases of a question': () => graph.findByNames(['ledger', 'the ledger'], 5),
    'entities of the graph by words': () => graph.findByTokens(['ledger'], 5),
    'neighbours in the graph': () => graph.neighbours(query),
    'the rules of a path': () => graph.rules({ repository: 'acme/shop', path: 'a' }, 9),
    'a memory is changed': () => changes.change({ ...act, fields: { title: 'New' }, derived: memory.derived }),
    'a message is forgotten': () =>
      store.write('items.forget', ada.orgId, { ...inScope, author: ada, kind: 'message', id: message.id }),
    'a page of items is forgotten': async () => {
      const id = uuidv7();
      await forgetting.begin({
        scope,
        role: ada.role,
        selection: { ids: [memory.id] as ItemId[], lineage: false },
        id,
      });
      while ((await continueForgetting(forgetting, { orgId: ada.orgId, id })) !== 'verifying');
      await sweepForgotten(forgetting, { orgId: ada.orgId, id }, tablesOfItems);
    },
    'what is left of forgotten items is counted': () =>
      remainingInStore(forgetting, { orgId: ada.orgId, id: uuidv7() }, tablesOfItems),
    'a memory is superseded by another': async () => {
      const later = aNewMemory({ content: 'Later' });
      await write(later);
      await changes.supersedeBy({ ...act, ifVersion: 2, successor: later.id as ItemId });
    },
    'a page of checkpoints': () => read('checkpoints.list', { limit: 9 }),
    'the queues with something due': () => store.read('outbox.duePatterns', 'all', { patterns: eventPatterns }),
    'a sweep': () => store.write('index-states.requeueLagging', 'all', { olderThanMs: 1, limit: 9 }),
  };
}
