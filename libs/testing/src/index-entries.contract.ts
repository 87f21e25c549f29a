import type { Item, OrgId } from '@cairn/contracts';
import type { IndexEntry, TextIndex, VectorIndex } from '@cairn/ports';
import { aMemory, aMessage, anOrgId } from './builders.ts';

const HOUR_MS = 3_600_000;

/** Reads a stream to its end. */
export async function allOf<Each>(stream: AsyncIterable<Each>): Promise<Each[]> {
  const all: Each[] = [];
  for await (const each of stream) all.push(each);
  return all;
}

/** The tests of `entries` for any index: a part of the suites of words and vectors. */
export function indexEntriesContract(
  index: () => TextIndex | VectorIndex,
  add: (item: Item) => Promise<unknown>,
): void {
  const entriesOf = async (orgId: OrgId): Promise<IndexEntry[]> => {
    const entries = await allOf(index().entries(orgId));
    return entries.sort((a, b) => (a.id < b.id ? -1 : 1));
  };

  it('tells which items of an organisation it has at which version, removals included', async () => {
    const orgId = anOrgId();
    const [message, memory, removed, empty] = [
      aMessage({ orgId, version: 3 }),
      aMemory({ orgId }),
      aMessage({ orgId }),
      aMessage({ orgId, content: '?!' }),
    ];
    await Promise.all([message, memory, removed, empty, aMessage()].map(add));
    await index().remove(orgId, 'message', removed.id, 2);

    const entries = await entriesOf(orgId);

    const whole = { orgId, isRemoved: false, isWhole: true };
    const expected = [
      { ...whole, kind: 'message', id: message.id, version: 3 },
      { ...whole, kind: 'memory', id: memory.id, version: 1 },
      { orgId, kind: 'message', id: removed.id, version: 2, isRemoved: true },
      { ...whole, kind: 'message', id: empty.id, version: 1 },
    ].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(entries).toMatchObject(expected);
    expect(entries).toHaveLength(4);
  });

  it('tells which items it lacks at their version, where it tells how many it holds', async () => {
    const orgId = anOrgId();
    const [same, newer, removed, older, missing] = Array.from({ length: 5 }, () => aMessage({ orgId, version: 2 }));
    const held = [same!, { ...newer!, version: 3 }, removed!, { ...older!, version: 1 }, aMemory({ orgId })];
    await Promise.all(held.map(add));
    await index().remove(orgId, 'message', removed!.id, 3);
    const unknown = aMessage({ version: 1 });

    const lacking = await index().missingItems([same!, newer!, removed!, older!, missing!, unknown]);

    const counts = await index().itemCounts([orgId]);
    expect([[], [[orgId, 4]]]).toContainEqual([...counts]);
    expect(lacking.map(({ id }) => id)).toEqual(counts.size > 0 ? [older!.id, missing!.id, unknown.id] : []);
    expect(await index().missingItems([])).toEqual([]);
  });

  it('forgets the removals of before a time, and nothing else', async () => {
    const orgId = anOrgId();
    const [kept, gone] = [aMessage({ orgId }), aMessage({ orgId })];
    await Promise.all([kept, gone].map(add));
    await index().remove(orgId, 'message', gone.id, 2);
    const known = async () => (await entriesOf(orgId)).map(({ id, isRemoved }) => ({ id, isRemoved }));
    const [keptEntry, goneEntry] = [
      { id: kept.id, isRemoved: false },
      { id: gone.id, isRemoved: true },
    ];

    await index().forgetRemovals(Date.now() - HOUR_MS);
    expect(await known()).toEqual([keptEntry, goneEntry]);

    await index().forgetRemovals(Date.now() + HOUR_MS);
    expect(await known()).toEqual([keptEntry]);
  });

  it('tells of more items than a page has', async () => {
    const orgId = anOrgId();
    const items = Array.from({ length: 1_300 }, (_, at) => (at % 2 ? aMessage({ orgId }) : aMemory({ orgId })));
    await Promise.all(items.map(add));

    const entries = await entriesOf(orgId);

    expect(entries.map(({ id }) => id)).toEqual(items.map(({ id }) => id).sort());
  }, 60_000);
}
