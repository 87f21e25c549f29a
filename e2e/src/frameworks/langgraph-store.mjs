// Sends the same random operations to LangGraph's store in memory and to ours, and prints where their answers differ.
import { cairnClient } from '@cairn-memory/client';
import { CairnStore } from '@cairn-memory/client/langgraph-store';
import { AsyncBatchedStore, InMemoryStore } from '@langchain/langgraph';

const cairn = cairnClient({ url: process.env.CAIRN_URL, key: process.env.CAIRN_KEY });
const [ours, theirs] = [new CairnStore(cairn, { folder: `compared-${process.pid}` }), new InMemoryStore()];

let seed = 7;
const next = (below) => (seed = (seed * 48271) % 2147483647) % below;
const pick = (values) => values[next(values.length)];

const namespaces = [['a'], ['a', 'b'], ['a', 'b c/ü'], ['x', 'b'], ['x', '=~*'], ['ab']];
const keys = ['one', 'two.md', 'ü/', '-'];
const values = [
  { n: 1, kind: 'x' },
  { n: 2, kind: 'y', deep: { m: 1 } },
  { n: 10, kind: 'x', list: [1, 'two\n---'] },
  { kind: '' },
];
const filters = [
  undefined,
  { kind: 'x' },
  { n: { $gt: 1 } },
  { n: { $gte: 2, $lt: 10 } },
  { kind: { $ne: 'x' } },
  { kind: { $in: ['x', ''] } },
  { n: { $nin: [1] }, kind: { $eq: 'y' } },
];
const writes = [
  () => ({ namespace: pick(namespaces), key: pick(keys), value: pick(values) }),
  () => ({ namespace: pick(namespaces), key: pick(keys), value: pick([null, ...values]) }),
];
const reads = [
  () => ({ namespace: pick(namespaces), key: pick(keys) }),
  () => ({ namespacePrefix: pick([[], ['a'], ['x'], ['a', 'b']]), filter: pick(filters), limit: 100, offset: 0 }),
  () => ({
    matchConditions: pick([
      undefined,
      [{ matchType: 'prefix', path: ['a'] }],
      [{ matchType: 'suffix', path: ['b'] }],
      [{ matchType: 'prefix', path: ['*', 'b'] }],
    ]),
    ...pick([{}, { maxDepth: 1 }]),
    limit: 100,
    offset: 0,
  }),
];

// Stores may order what matches as they like, and times differ. The store in memory keeps a namespace whose items are gone, and
// changes items that it has returned, so that reads and writes are batches of their own.
const shown = (answer) => {
  if (!Array.isArray(answer)) return answer && [answer.namespace, answer.key, answer.value];
  const rows = answer.map((one) => (Array.isArray(one) ? one : [one.namespace, one.key, one.value]));
  return rows.map((row) => JSON.stringify(row)).sort();
};
const differences = [];
for (let round = 0; round < 60; round++) {
  const batch = Array.from({ length: 1 + next(4) }, () => pick(round % 2 === 0 ? writes : reads)());
  const [one, other] = await Promise.all([ours.batch(batch), theirs.batch(batch)]);
  for (const [at, operation] of batch.entries()) {
    const [mine, vendors] = [shown(one[at]), shown(other[at])];
    const lists = 'matchConditions' in operation;
    const isAlike = lists
      ? mine.every((name) => vendors.includes(name))
      : JSON.stringify(mine) === JSON.stringify(vendors);
    if (!('value' in operation) && !isAlike) differences.push({ operation, mine, vendors });
  }
}

// LangGraph wraps the store of a graph, so that operations of one moment are one batch.
const wrapped = new AsyncBatchedStore(ours);
wrapped.start();
await Promise.all([wrapped.put(['w'], 'k', { n: 1 }), wrapped.put(['w'], 'k', { n: 2 })]);
const first = await wrapped.get(['w'], 'k');
await wrapped.put(['w'], 'k', { n: 3 });
const second = await wrapped.get(['w'], 'k');
wrapped.stop();
const [before] = await ours.batch([
  { namespace: ['w'], key: 'k' },
  { namespace: ['w'], key: 'k', value: { n: 4 } },
]);

const refusals = await Promise.all(
  [[], [''], ['a.b'], ['langgraph']].map((namespace) => ours.put(namespace, 'k', {}).catch(({ name }) => name)),
);
await ours.delete(['w'], 'never');
console.log(
  JSON.stringify({
    differences: differences.slice(0, 3),
    wrapped: [first.value, second.value, second.createdAt.getTime() === first.createdAt.getTime()],
    before: before.value,
    refusals,
    gone: await ours.get(['w'], 'never'),
    limited: (await ours.search([], { limit: 2, offset: 1 })).length,
  }),
);
