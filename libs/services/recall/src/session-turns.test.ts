import { MessageSearchRequest, RecentRequest, type SessionTurns } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { aColleagueOf, aNewMessage, aPrincipal } from '@cairn/testing';
import { recallWorld } from './recall-world.fixture.ts';

let world: Awaited<ReturnType<typeof recallWorld>>;
beforeAll(async () => {
  world = await recallWorld();
});
afterAll(() => world.close());

/** Sessions as `key: text`, those that were looked for in capitals. */
const told = (turns: readonly SessionTurns[] | undefined) =>
  turns?.map(({ sessionKey, messages }) => [
    sessionKey,
    messages.map(({ content, isFound }) => (isFound ? content.toUpperCase() : content)).join(' | '),
  ]);

const say = (content: string, sessionKey?: string, more: { channel?: string } = {}) =>
  aNewMessage({ content, ...(sessionKey && { sessionKey }), ...more });

const recent = (principal: Principal, request: Partial<RecentRequest>) =>
  world.recall.recent(principal, RecentRequest.parse(request));

it('shows a message among those that stand next to it, whatever the filters, and no further ones', async () => {
  const ada = aPrincipal();
  const words = ['one', 'two', 'three', 'four', 'five', 'six'];
  await world.remember(ada, ...words.map((word, at) => say(word, 's1', { channel: at === 3 ? 'ops' : 'dev' })));
  await world.remember(ada, say('elsewhere', 's2', { channel: 'dev' }));

  const around = async (neighbours?: number) => told((await recent(ada, { channel: 'ops', neighbours })).turns);

  expect(await around(0)).toEqual([['s1', 'FOUR']]);
  expect(await around(1)).toEqual([['s1', 'three | FOUR | five']]);
  expect(await around(3)).toEqual([['s1', 'one | two | three | FOUR | five | six']]);
  expect(await around()).toBeUndefined();
});

it('names sessions in the order of the answer, and puts what has none by its channel', async () => {
  const ada = aPrincipal();
  await world.remember(ada, say('a1', 'a'), say('b1', 'b'), say('alone'), say('a2', 'a'), say('by itself'));

  const { turns } = await recent(ada, { neighbours: 0, limit: 4 });

  expect(told(turns)).toEqual([
    ['b', 'B1'],
    [null, 'ALONE | BY ITSELF'],
    ['a', 'A2'],
  ]);
});

it('searches one session, and shows only neighbours that the caller sees', async () => {
  const ada = aPrincipal();
  const bo = aColleagueOf(ada);
  const hidden = aNewMessage({ content: 'between you and me', sessionKey: 's1' }, { visibility: 'private' });
  await world.remember(
    ada,
    say('Where is the cellar key?', 's1'),
    hidden,
    say('The cellar key hangs by the door.', 's1'),
  );
  await world.remember(ada, say('The cellar key is lost.', 's2'));

  const search = async (who: Principal) => {
    const request = { query: 'The cellar key hangs by the door', sessionKey: 's1', limit: 1, neighbours: 1 };
    return told((await world.recall.searchMessages(who, MessageSearchRequest.parse(request))).turns);
  };

  expect(await search(ada)).toEqual([['s1', 'between you and me | THE CELLAR KEY HANGS BY THE DOOR.']]);
  expect(await search(bo)).toEqual([['s1', 'Where is the cellar key? | THE CELLAR KEY HANGS BY THE DOOR.']]);
});
