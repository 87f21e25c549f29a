import { itemIdFrom, shortIdOf, type CairnError, type ItemId } from '@cairn/contracts';
import type { Principal, Scope } from '@cairn/domain';
import type { ItemReader } from '@cairn/ports';
import { aPrincipal } from '@cairn/testing';
import type { KnowledgeBases } from '@cairn/store';
import { v7 as uuidv7 } from 'uuid';
import { FullIds } from './full-ids.ts';

const newId = () => itemIdFrom(uuidv7());
const ada = aPrincipal();

/** Items that are each visible to the named team, or to all without one. */
class Items {
  readonly teamById = new Map<ItemId, string | undefined>();

  async idsByEnd({ teamWords }: Scope, ends: readonly string[]): Promise<ItemId[]> {
    const seen = [...this.teamById].filter(([, team]) => team === undefined || teamWords.includes(team));
    return seen.map(([id]) => id).filter((id) => ends.includes(shortIdOf(id)));
  }
}

function idsAmong(...ids: ItemId[]) {
  const items = new Items();
  for (const id of ids) items.teamById.set(id, undefined);
  return { items, full: new FullIds(items as unknown as ItemReader) };
}

const getMemory = (full: FullIds, id: string, who: Principal = ada) =>
  full.of('getMemory', who, { params: { id }, query: {} } as never);
const refusalOf = (asking: Promise<unknown>) => asking.then(() => undefined, (error: CairnError) => error); // prettier-ignore

it('puts the id in the place of its end, wherever a request names an item', async () => {
  const [one, other] = [newId(), newId()];
  const { full } = idsAmong(one, other);

  const opened = await getMemory(full, shortIdOf(one));
  const noted = await full.of('createCheckpoint', ada, {
    body: { label: '123456789', memoryIds: [shortIdOf(other), one] },
  } as never);
  const judged = await full.of('giveFeedback', ada, { body: { memoryId: shortIdOf(one), kind: 'used' } } as never);

  expect(opened).toEqual({ params: { id: one }, query: {} });
  expect(noted).toEqual({ body: { label: '123456789', memoryIds: [other, one] } });
  expect(judged).toMatchObject({ body: { memoryId: one } });
});

it('leaves an id as it is and asks the store nothing', async () => {
  const input = { params: { id: newId() }, query: {} } as never;

  expect(await new FullIds().of('getMemory', ada, input)).toBe(input);
});

it('tells which ids of those that the caller may read end so, and of no other', async () => {
  const one = newId();
  const other = `0197a3b0-0000-7000-8000-abc${shortIdOf(one)}` as ItemId;
  const { full, items } = idsAmong(one, other);
  items.teamById.set(`0197a3b0-0000-7000-8000-fff${shortIdOf(one)}` as ItemId, 'hidden');

  const refusal = await refusalOf(getMemory(full, shortIdOf(one)));

  expect(refusal).toMatchObject({ code: 'request/invalid' });
  expect(refusal?.issues).toEqual([
    { field: 'id', message: 'stands for 2 items', value: shortIdOf(one), allowed: `${one}, ${other}` },
  ]);
});

it('knows no item of an end that the caller does not see', async () => {
  const { full, items } = idsAmong();
  const hidden = newId();
  items.teamById.set(hidden, 'hidden');

  expect(await refusalOf(getMemory(full, shortIdOf(hidden)))).toMatchObject({ code: 'item/unknown' });
});

it('finds a chunk of a knowledge base that the call reaches', async () => {
  const [id, base] = [newId(), uuidv7()];
  const items = new Items();
  items.teamById.set(id, base);
  const reached = { knowledgeBaseId: base, isActive: true, scope: null, peerScopePolicy: 'strict', agentIds: [] };
  const bases = { list: async () => [reached] } as unknown as KnowledgeBases;

  const { params } = await getMemory(new FullIds(items as unknown as ItemReader, bases), shortIdOf(id));

  expect(params).toEqual({ id });
});
