import { RecallRequest, type Flag, type Hit, type ItemId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { world, titles, ask, queue, lunch, naming } from './one-world.fixture.ts';

describe('memories of one text', () => {
  const freeze = { title: 'Release freeze', content: 'Nothing is released between Christmas and New Year.' };
  const copy = (at: number) => aNewMemory({ ...freeze, externalId: `copy ${at}`, tags: [`t${at}`] });

  it('are one hit that counts the others its reader sees, and what follows fills the answer', async () => {
    const ada = aPrincipal();
    const bo = aColleagueOf(ada);
    await world.remember(ada, ...[1, 2, 3, 4].map(copy));
    await world.remember(bo, aNewMemory({ ...freeze, externalId: 'secret' }, { visibility: 'private' }));
    const others = ['April', 'May', 'June'].map((month) =>
      aNewMemory({ title: `Releases of ${month}`, content: `Releases went out every Monday of ${month}.` }),
    );
    await world.remember(ada, ...others);

    const seenBy = async (who: Principal) => (await ask(who, { query: 'when is nothing released', limit: 4 })).hits;
    const [forAda, forBo] = [await seenBy(ada), await seenBy(bo)];

    expect(titles(forAda)[0]).toBe('Release freeze');
    expect(new Set(titles(forAda)).size).toBe(4);
    expect(forAda[0]).toMatchObject({ restatements: 3 });
    expect(forBo[0]).toMatchObject({ restatements: 4 });
    expect(forAda.slice(1).every((hit) => !('restatements' in hit))).toBe(true);
  });

  it('leave the answer as it is without the copies, however many there are and wherever they rank', async () => {
    const ada = aPrincipal();
    const texts = ['one', 'two', 'six', 'ten'].map((word) => ({
      title: `Rule ${word}`,
      content: `Rule ${word} of the house.`,
    }));
    const copies = texts.flatMap((text, at) =>
      Array.from({ length: 3 * at + 1 }, (_, each) => aNewMemory({ ...text, externalId: `${at} ${each}` })),
    );
    await world.remember(ada, ...copies);

    for (const limit of [1, 2, 3, 4]) {
      const { hits } = await ask(ada, { query: 'rules of the house', limit });
      const counts = hits.map((hit) => [
        hit.kind === 'memory' && hit.title,
        'restatements' in hit ? hit.restatements : 0,
      ]);
      expect(counts).toHaveLength(limit);
      for (const [title, restatements] of counts)
        expect(restatements).toBe(3 * texts.findIndex((text) => text.title === title));
    }
  });

  it('do not make a clear answer doubtful', async () => {
    const [ada, bo] = [aPrincipal(), aPrincipal()];
    const rest = () => [aNewMemory(queue), aNewMemory(lunch), aNewMemory(naming)];
    await world.remember(ada, copy(1), ...rest());
    await world.remember(bo, ...[1, 2, 3, 4, 5].map(copy), ...rest());

    const [once, often] = [await ask(ada, { query: 'christmas freeze' }), await ask(bo, { query: 'christmas freeze' })];

    expect(titles(often.hits)).toEqual(titles(once.hits));
    expect(often.confidence).toBeGreaterThan(once.confidence - 0.1);
  });

  it('are no rule for messages: each was said', async () => {
    const ada = aPrincipal();
    const said = () => aNewMessage({ content: 'The freeze holds.', speaker: 'Grace', sessionKey: 's', channel: 'ops' });
    await world.remember(ada, said(), said());

    expect((await ask(ada, { query: 'freeze', sources: 'messages' })).hits).toHaveLength(2);
  });
});

describe('two hits that say the same with another value', () => {
  const at = (day: number) => Date.UTC(2026, 2, day);
  const said = (content: string, day: number, speaker = 'Ada') =>
    aNewMessage({ content, speaker, role: 'user', channel: 'plans', sessionKey: 's1', timestamp: at(day) });
  const before = (speaker?: string) =>
    said('Our monthly hosting budget for the shop is $500, the whole team agreed on that.', 1, speaker);
  const between = () => said('The monthly report on the shop and its hosting is due.', 5);
  const after = (speaker?: string) => said('By the way, hosting for the shop: the budget went up to $650.', 9, speaker);
  const query = 'What is our monthly hosting budget for the shop?';

  it('stand with the newer one first, and say why', async () => {
    const ada = aPrincipal();
    await world.remember(ada, before(), between(), after());

    const { hits } = await ask(ada, { query, sources: 'messages', explain: true });

    const places = titles(hits).map((title) => title.match(/\$\d+/)?.[0]);
    expect(places.indexOf('$650')).toBe(places.indexOf('$500') - 1);
    expect(hits[places.indexOf('$650')]!.parts).toContainEqual(expect.objectContaining({ signal: 'renewal' }));
  });

  it('stay as they are when the question asks for what was, or somebody else says the other', async () => {
    const [ada, bo] = [aPrincipal(), aPrincipal()];
    await world.remember(ada, before(), between(), after());
    await world.remember(bo, before('Bo'), after('Cy'));

    const first = async (who: Principal, asked: string) =>
      titles((await ask(who, { query: asked, sources: 'messages' })).hits)[0];

    expect(await first(ada, 'What was our monthly hosting budget for the shop originally?')).toContain('$500');
    expect(await first(bo, query)).toContain('$500');
  });

  it('stand with the successor above what it superseded, whatever they say', async () => {
    const ada = aPrincipal();
    const old = aNewMemory({ title: 'Release day', content: 'The release day of the shop is Friday.' });
    const [receipt] = await world.remember(ada, old, aNewMemory(lunch));
    const next = aNewMemory({ title: 'Shop', content: 'It goes out on another day since the incident.' });
    const act = { author: ada, scope: scopeOf(ada), id: receipt!.id as ItemId, ifVersion: 1 };
    await world.lifecycle.supersede({ ...act, successor: next });

    const { hits } = await ask(ada, { query: 'What is the release day of the shop?', includeArchived: true });

    expect(titles(hits).slice(0, 2)).toEqual(['Shop', 'Release day']);
  });
});

describe('hits that contradict each other', () => {
  const contradictions = ({ flags }: { flags: readonly Flag[] }) =>
    flags.flatMap((flag) => (flag.code === 'contradiction' ? [[...flag.ids].sort()] : []));

  it('are flagged where one denies what the other says of the question, and not where the question is another', async () => {
    const ada = aPrincipal();
    const said = (content: string) => aNewMessage({ content, speaker: 'Ada', role: 'user', channel: 'plans' });
    const receipts = await world.remember(
      ada,
      said('We have never run the migration on staging, so be careful.'),
      said('Yesterday we ran the migration on staging, it took an hour.'),
      said('The canteen closes at two.'),
    );
    const ids = receipts.slice(0, 2).map(({ id }) => id);

    const asked = (query: string) => ask(ada, { query, sources: 'messages' });

    expect(contradictions(await asked('Have we ever run the migration on staging?'))).toEqual([ids.sort()]);
    expect(contradictions(await asked('When does the canteen close?'))).toEqual([]);
  });

  // Behaviour 8
  it('are memories with another value of one thing, both shown; nothing hidden is told of', async () => {
    const ada = aPrincipal();
    const bo = aColleagueOf(ada);
    const title = 'Hosting budget';
    const five = aNewMemory({ title, content: 'The monthly hosting budget of the shop is $500.' });
    const six = aNewMemory(
      { title, content: 'The monthly hosting budget of the shop is $600.' },
      { visibility: 'private' },
    );
    const receipts = await world.remember(ada, five, six);

    const seenBy = (who: Principal) => ask(who, { query: 'hosting budget of the shop' });
    const [forAda, forBo] = [await seenBy(ada), await seenBy(bo)];

    expect(contradictions(forAda)).toEqual([receipts.map(({ id }) => id).sort()]);
    expect(forAda.hits).toHaveLength(2);
    expect(forAda.injectionBlock).toContain('contradict each other');
    expect(contradictions(forBo)).toEqual([]);
    expect(forBo.hits).toHaveLength(1);
  });

  it('are memories of one thing in other words, and the flag tells in which words they differ', async () => {
    const ada = aPrincipal();
    const said = ['Postgres for local development listens on port 5433.', 'The local development postgres is on 5434.'];
    const receipts = await world.remember(
      ada,
      ...said.map((content) => aNewMemory({ title: 'Local Postgres', content })),
    );

    const { flags, injectionBlock } = await ask(ada, { query: 'port of the local development postgres' });

    const [flag] = flags.flatMap((each) => (each.code === 'contradiction' ? [each] : []));
    const valueOf = new Map(receipts.map(({ id }, at) => [id as string, ['port 5433', '5434'][at]]));
    expect(flag?.between).toEqual(flag?.ids.map((id) => valueOf.get(id)));
    expect(injectionBlock).toMatch(/contradict each other \("[^"]*543[34]" \/ "[^"]*543[34]"\)/);
  });
});

// Behaviour 8
it('shows memories that say the same in the same words as one, unless they are asked for one by one', async () => {
  const ada = aPrincipal();
  const title = 'Release freeze';
  await world.remember(
    ada,
    aNewMemory({ title, content: 'The release freeze is really from 20 December to 2 January.' }),
    aNewMemory({ title, content: 'the release freeze is from 20 December to 2 January' }),
    aNewMemory({ title, content: 'The release freeze is from 21 December to 2 January.' }),
  );
  const found = async (more: Partial<RecallRequest>) =>
    (await ask(ada, { query: 'when is the release freeze', ...more })).hits.map((hit) =>
      hit.kind === 'memory' ? hit.restatements : undefined,
    );

  expect((await found({})).sort()).toEqual([1, undefined]);
  const words = { title, content: 'the release freeze is from 20 December to 2 January' };
  await world.remember(ada, aNewMemory({ ...words, subject: 'shop' }), aNewMemory({ ...words, subject: 'bank' }));
  expect((await found({})).sort()).toEqual([1, undefined, undefined, undefined]);
  expect(await found({ collapse: false })).toEqual(Array(5).fill(undefined));
});

// Behaviour 8
it('shows one of the memories that are linked as restatements, and counts the others that its reader sees', async () => {
  const ada = aPrincipal();
  const bo = aColleagueOf(ada);
  const freeze = (content: string, more: { title?: string; category?: 'rule' } = {}) =>
    aNewMemory({ title: 'Freeze', content, ...more });
  const day = 'The release freeze starts on 20 December.';
  const receipts = [
    ...(await world.remember(
      ada,
      freeze(day),
      freeze(`Note: ${day}`, { title: 'Release freeze' }),
      freeze('The release freeze starts on 21 December.'),
      freeze(day, { title: 'Freeze of the bank' }),
      freeze(day, { category: 'rule' }),
    )),
    ...(await world.remember(bo, aNewMemory({ title: 'Freezes', content: day }, { visibility: 'private' }))),
  ];
  const ids = receipts.map(({ id }) => id as ItemId);
  for (const id of ids) await world.links.relink({ orgId: ada.orgId, id, candidates: ids });
  const found = async (who: Principal, more: Partial<RecallRequest> = {}) =>
    (await ask(who, { query: 'when does the release freeze start', limit: 9, ...more })).hits.map((hit) =>
      hit.kind === 'memory' ? (hit.restatements ?? 0) : 0,
    );

  expect((await found(ada)).sort()).toEqual([0, 0, 0, 1]);
  expect((await found(bo)).sort()).toEqual([0, 0, 0, 2]);
  expect(await found(ada, { collapse: false })).toEqual(Array(5).fill(0));
  for (const limit of [1, 2, 3]) expect(await found(bo, { limit })).toEqual((await found(bo)).slice(0, limit));

  await world.lifecycle.setState({
    author: ada,
    scope: scopeOf(ada),
    id: ids[1]!,
    ifVersion: 1,
    state: 'archived',
    mergeKey: undefined,
  });
  expect(await found(ada, { includeArchived: true })).toEqual(Array(5).fill(0));
});

describe('a message and the memory that was made from it', () => {
  const said = { content: 'We will go with the blue ones then, Thursday at the latest.', speaker: 'Grace' };
  const kept = { title: 'Curtains', content: 'The curtains of the meeting room will be blue.' };
  const asked = { query: 'Which colour do the curtains of the meeting room get?', explain: true };
  const lineageOf = (hits: readonly Hit[], content: string) =>
    hits.find((hit) => hit.content === content)!.parts!.find(({ signal }) => signal === 'lineage');

  it('lift each other, though only one of them is asked for', async () => {
    const ada = aPrincipal();
    const message = aNewMessage(said);
    const other = aNewMessage({ ...said, content: 'We will go with the green ones then, Friday at the latest.' });
    const memory = aNewMemory({ ...kept, sourceIds: [message.id] });
    await world.remember(ada, message, other, memory);

    const messages = (await ask(ada, { ...asked, sources: 'messages' })).hits;
    expect(titles(messages)).toEqual([said.content, other.input.content]);
    expect(lineageOf(messages, said.content)).toMatchObject({ weight: 0.3 });
    expect(lineageOf(messages, other.input.content)).toBeUndefined();
    expect(lineageOf((await ask(ada, { ...asked, sources: 'memories' })).hits, kept.content)).toBeDefined();
    expect((await ask(ada, { ...asked, sources: 'without-notes' })).hits).toHaveLength(3);
  });

  it('tell nothing of each other to somebody who does not see both', async () => {
    const ada = aPrincipal();
    const message = aNewMessage(said);
    await world.remember(ada, message, aNewMemory({ ...kept, sourceIds: [message.id], visibility: 'private' }));

    const { hits } = await ask(aColleagueOf(ada), { ...asked, sources: 'messages' });

    expect(hits).toHaveLength(1);
    expect(lineageOf(hits, said.content)).toBeUndefined();
  });
});

describe('turns of one session', () => {
  const moved = 'We moved it to the second Tuesday.';
  const topic = 'The release of the billing service is on the list for today.';
  const say = (content: string, sessionKey: string, about: Parameters<typeof aNewMessage>[0] = {}) =>
    aNewMessage({ content, sessionKey, channel: 'ops', speaker: 'Grace', ...about });
  const asked = {
    query: 'When is the release of the billing service moved to?',
    sources: 'messages',
    explain: true,
  } as const;
  const supported = (hits: readonly Hit[]) =>
    hits.flatMap((hit) =>
      hit.kind === 'message' && hit.content === moved
        ? [[hit.sessionKey, hit.parts!.some(({ signal }) => signal === 'session')]]
        : [],
    );

  it('vouch for each other, also in another order of arrival', async () => {
    const ada = aPrincipal();
    await world.remember(ada, say(moved, 'garden'), say(topic, 'release'), say(moved, 'release'));

    const { hits } = await ask(ada, asked);

    expect(supported(hits)).toEqual([
      ['release', true],
      ['garden', false],
    ]);
  });

  it('are taken up after a reaction among people, not with an assistant', async () => {
    const ada = aPrincipal();
    const talk = (sessionKey: string, role: string) => [
      say(topic, sessionKey),
      say('Oh.', sessionKey, { speaker: 'Ann', role }),
      say(moved, sessionKey),
    ];
    await world.remember(ada, ...talk('people', 'user'), ...talk('assistant', 'assistant'));

    const { hits } = await ask(ada, asked);
    const continued = hits.flatMap((hit) =>
      hit.parts!.some(({ signal }) => signal === 'continuation') && hit.kind === 'message'
        ? [[hit.sessionKey, hit.content]]
        : [],
    );

    expect(continued).toEqual([['people', moved]]);
  });

  it('tell nothing of one that is not seen', async () => {
    const ada = aPrincipal();
    await world.remember(ada, say(topic, 'release', { visibility: 'private' }), say(moved, 'release'));

    expect(supported((await ask(ada, asked)).hits)).toEqual([['release', true]]);
    expect(supported((await ask(aColleagueOf(ada), asked)).hits)).toEqual([['release', false]]);
  });
});
