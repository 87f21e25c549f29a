import type { MessageHit, RouteInput, RouteName, RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { RouteCaller } from '@cairn/ports';
import type { DataSet } from './data-set.ts';
import { measureForeignTopic, neighbours } from './foreign-topic.ts';
import { runView } from './quality-run.ts';
import type { View } from './views.ts';

describe('neighbours', () => {
  test('names the next conversation by name, and the first after the last', () => {
    expect([...neighbours(['b', 'c', 'a', 'b'])]).toEqual([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ]);
  });

  test('finds nothing foreign to an only conversation', () => {
    expect(neighbours(['a', 'a']).size).toBe(0);
  });
});

describe('measureForeignTopic', () => {
  const view: View = { name: 'messages-own', sources: 'messages', reach: 'own', bySession: false };
  const manner = { recipe: 'fused', explain: true } as const;
  const row = (id: string, conversation: string) => [id, { id, conversation }] as const;
  const query = (id: string, conversation: string, gold: string[]) => ({
    id,
    conversation,
    query: `about ${conversation}`,
    kind: 'k',
    target: 'messages',
    gold,
  });
  const data: DataSet = {
    name: 'chat',
    folder: '',
    messages: new Map([row('m1', 'boats'), row('m2', 'cats')]),
    memories: new Map(),
    queries: [query('q1', 'boats', ['m1']), query('q2', 'cats', ['m2']), query('unanswerable', 'cats', [])],
  };

  test('sets every answerable question to its own conversation against the same one to the next', async () => {
    const asked = { api: new AboutChannels(), principal: {} as Principal };
    const own = await runView(asked, data, view, manner);

    const measured = await measureForeignTopic(asked, data, own, view, manner);

    expect(measured).toEqual({ n: 2, auroc: 1, leftEmpty: 0.5, ownLeftEmpty: 0 });
  });
});

/** Fake search that recognises topics by words; boats are foreign to all other channels. */
class AboutChannels extends RouteCaller {
  async call<Name extends RouteName>(name: Name, _: Principal, input: RouteInput<Name>): Promise<RouteOutput<Name>> {
    if (name !== 'searchMessages') throw new Error('only message search is asked');
    const { query, channel } = (input as RouteInput<'searchMessages'>).body;
    const isOwn = query === `about ${channel}`;
    const hit = { kind: 'message', externalId: 'm', similarity: isOwn ? 0.9 : 0.2 } as unknown as MessageHit;
    const flags = isOwn || channel !== 'boats' ? [] : [{ code: 'foreign-topic' } as const];
    const answer: RouteOutput<'searchMessages'> = {
      ...{ query, results: [hit], confidence: 0, flags, injectionBlock: '', degraded: [] },
    };
    return answer as RouteOutput<Name>;
  }
}
