import { RecallRequest, shortIdOf, type ItemId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { onEachIndex, type World } from './each-index.fixture.ts';

onEachIndex(idsAreAnswered);

const UNKNOWN = '01a215b9-b2a1-7796-8a71-ffb5ef36e2a0';

function idsAreAnswered(open: () => Promise<World>): void {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  const found = async (who: Principal, query: string, more: Partial<RecallRequest> = {}) => {
    const { hits, reason } = await world.recall.recall(who, RecallRequest.parse({ query, ...more }));
    return reason ?? hits.map((hit) => [hit.kind, hit.kind === 'message' ? hit.messageId : idOf(hit), hit.score]);
  };

  it('shows the item of a bare id first, then what speaks of it', async () => {
    const ada = aPrincipal();
    const memory = aNewMemory({ title: 'Freeze', content: 'No deploys on Friday.' });
    const message = aNewMessage({ content: 'ok' });
    const file = aNewMemory({ content: '{ "name": "x" }', category: 'fact', source: 'repository:acme/shop' });
    const about = aNewMemory({
      title: 'Why',
      content: `The rule ${memory.id} came after the outage.`,
      category: 'fact',
    });
    await world.remember(ada, memory, message, file, about);

    expect(await found(ada, memory.id)).toEqual([
      ['memory', memory.id, 1],
      ['memory', about.id, expect.any(Number)],
    ]);
    expect((await found(ada, `id ${shortIdOf(memory.id)}`))[0]).toEqual(['memory', memory.id, 1]);
    expect(await found(aPrincipal(), shortIdOf(memory.id))).toEqual('nothing-stored');
    expect(await found(ada, `message://${message.id}`)).toEqual([['message', message.id, 1]]);
    expect(await found(ada, message.id, { sources: 'messages' })).toEqual([['message', message.id, 1]]);
    expect(await found(ada, file.id)).toEqual([['memory', file.id, 1]]);
    expect(await found(ada, message.id, { sources: 'memories' })).toBe('no-match');
  });

  it('shows a section of a note, and an archived memory, marked', async () => {
    const ada = aPrincipal({ role: 'manager' });
    await world.keepNote(ada, 'rota.md', '# Rota\n\nGrace is on call.');
    const [section] = await world.truth.list(scopeOf(ada), { kind: 'note' }, { order: 'stored', limit: 1 });
    const old = aNewMemory({ title: 'Rota', content: 'Ada is on call.' });
    await world.remember(ada, old);
    const act = { scope: scopeOf(ada), author: ada, id: old.id as ItemId, ifVersion: 1 };
    await world.lifecycle.supersede({ ...act, successor: aNewMemory({ title: 'Rota', content: 'Bo is on call.' }) });

    expect(await found(ada, section!.id)).toEqual([['note', section!.id, 1]]);
    expect(await found(ada, old.id)).toEqual([['memory', old.id, 1]]);
  });

  it('tells of an id that the caller may not read what it tells of one that is unknown', async () => {
    const ada = aPrincipal();
    const secret = aNewMemory({ content: 'Ada leaves.' }, { visibility: 'private' });
    await world.remember(ada, secret, aNewMemory({ content: 'The canteen closes at two.' }));
    const ask = async (query: string) => {
      const answer = await world.recall.recall(aColleagueOf(ada), RecallRequest.parse({ query }));
      return { ...answer, injectionBlock: answer.injectionBlock.length };
    };

    expect(await ask(secret.id)).toEqual(await ask(UNKNOWN));
    expect(await ask(UNKNOWN)).toMatchObject({ hits: [], reason: 'no-match' });
    expect(await found(aPrincipal(), secret.id)).toBe('no-match');
    expect(await found(ada, secret.id)).toEqual([['memory', secret.id, 1]]);
  });
}

const idOf = (hit: object) => ('memoryId' in hit ? hit.memoryId : 'sectionId' in hit ? hit.sectionId : undefined);
