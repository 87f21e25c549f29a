import { type Hit, type ItemId } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { TextSearch } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { world, ask, chat } from './one-world.fixture.ts';

it('lifts what the named person said', async () => {
  const ada = aPrincipal();
  const say = (content: string, speaker: string) =>
    aNewMessage({ content, speaker, sessionKey: speaker, channel: 'ops' });
  await world.remember(
    ada,
    say('I like the new office very much.', 'Grace'),
    say('I like the new office very much.', 'Linus'),
  );

  for (const name of ['Grace', 'Linus']) {
    const { hits, explain } = await ask(ada, { query: `What does ${name} like?`, sources: 'messages', explain: true });
    expect(hits[0]).toMatchObject({ speaker: name });
    expect(explain?.speaker).toBe(name);
  }
});

it('knows nothing of a person from the moment on when the last word of theirs is forgotten', async () => {
  const ada = aPrincipal();
  const grace = aColleagueOf(ada, { role: 'manager' });
  const [said] = await world.remember(
    ada,
    aNewMessage({ content: 'I like the new office.', speaker: 'Quentin Blake' }),
  );
  const query = { query: 'What does Quentin like?', explain: true };
  const askBoth = () => Promise.all([ada, grace].map((who) => ask(who, query)));
  for (const { explain } of await askBoth()) expect(explain?.speaker).toBe('Quentin Blake');

  await world.truth.forget(scopeOf(ada), ada, 'message', said!.id as ItemId);

  for (const answer of await askBoth()) {
    expect(answer.explain?.speakers).toEqual([]);
    expect(JSON.stringify(answer)).not.toContain('Blake');
  }
});

const DAY_MS = 86_400_000;
/** 2026-11-22, a Sunday. */
const SUNDAY = Date.UTC(2026, 10, 22, 10);

describe('a question that names a time', () => {
  const content = 'The tests of the billing service were red all day.';
  const saidOn = (sessionKey: string, timestamp: number, mentionedTime?: { from: number; to: number }) =>
    aNewMessage({ content, sessionKey, timestamp, speaker: 'Grace' }, { mentionedTime });
  const asked = { sources: 'messages', askedAtMs: SUNDAY, timeZone: 'UTC' } as const;

  it('lifts what was said then', async () => {
    const ada = aPrincipal();
    const [january, may, october] = [0, 4, 9].map((month) => Date.UTC(2023, month, 3, 12)) as [number, number, number];
    await world.remember(ada, saidOn('january', january), saidOn('may', may), saidOn('october', october));

    for (const [query, session] of [
      ['were the tests of billing red on May 3, 2023?', 'may'],
      ['were the tests of billing red in January 2023?', 'january'],
      ['were the tests of billing red on 3 October?', 'october'],
    ] as const) {
      const { hits } = await ask(ada, { ...asked, query, explain: true });

      expect(chat(hits)[0]).toBe(session);
      expect(hits[0]!.parts).toContainEqual({ signal: 'time', value: 1, weight: 0.3, points: 0.3 });
      expect(hits[0]!.rankScore! - hits[1]!.rankScore!).toBeCloseTo(0.3, 5);
    }
  });

  it('counts "last week" from the asking time', async () => {
    const ada = aPrincipal();
    const ago = (days: number) => SUNDAY - days * DAY_MS;
    await world.remember(ada, saidOn('a month ago', ago(30)), saidOn('ten days ago', ago(10)));
    const query = 'which tests were red last week?';

    expect(chat((await ask(ada, { ...asked, query })).hits)[0]).toBe('ten days ago');
    expect(chat((await ask(ada, { ...asked, query, askedAtMs: ago(23) })).hits)[0]).toBe('a month ago');
  });

  it('begins the day where the asker is', async () => {
    const ada = aPrincipal();
    const day = Date.UTC(2026, 10, 20);
    const late = saidOn('late', day + 8.5 * DAY_MS + 0.5 * DAY_MS);
    await world.remember(ada, late);
    const timeOf = async (timeZone: string) => {
      const { hits } = await ask(ada, { ...asked, query: 'red tests on 2026-11-20', timeZone, explain: true });
      return hits[0]!.parts!.find(({ signal }) => signal === 'time')?.value ?? 0;
    };

    expect(await timeOf('UTC')).toBe(0);
    expect(await timeOf('America/New_York')).toBeCloseTo(5 / 24 / 7, 5);
  });

  it('lifts what tells of that time, whenever it was said', async () => {
    const ada = aPrincipal();
    const day = Date.UTC(2023, 4, 3);
    const years = [2020, 2021, 2022].map((year) => saidOn(`${year}`, Date.UTC(year, 1, 1)));
    await world.remember(ada, ...years, saidOn('tells', Date.UTC(2024, 1, 1), { from: day, to: day + DAY_MS }));

    const { hits } = await ask(ada, { ...asked, query: 'were tests red on 2023-05-03' });

    expect(chat(hits)[0]).toBe('tells');
  });

  it('finds what was said then though very many others match better', async () => {
    const ada = aPrincipal();
    const query = 'what did we say of the billing service on 2023-05-03?';
    const better = Array.from({ length: 200 }, () =>
      aNewMessage({ content: 'We say: the billing service!', sessionKey: 'other', timestamp: Date.UTC(2025, 0, 1) }),
    );
    const then = Date.UTC(2023, 4, 3, 15);
    await world.remember(
      ada,
      ...better,
      aNewMessage({ content: 'By the way, the billing service: we say no.', sessionKey: 'then', timestamp: then }),
      aNewMessage({ content: 'Lunch is at noon.', sessionKey: 'then too', timestamp: then }),
    );

    const { hits } = await ask(ada, { ...asked, query, limit: 50 });
    const { hits: undated } = await ask(ada, { ...asked, query: query.replace(' on 2023-05-03', ''), limit: 50 });

    expect(chat(hits)[0]).toBe('then');
    expect(chat(undated)).not.toContain('then');
  });
});

it('prefers persons where a question wants one, unless a mode is named', async () => {
  const ada = aPrincipal();
  await world.remember(
    ada,
    aNewMemory({ title: 'Release of the site', content: 'The site is tested, then released on Wednesday.' }),
    aNewMemory({ title: 'Tomasz', content: 'Tomasz tests every release of the site.', category: 'person' }),
  );
  const first = async (query: string, mode?: 'decision') =>
    (await ask(ada, { query, sources: 'memories', explain: true, ...(mode && { mode }) })).hits.flatMap((hit) =>
      hit.kind === 'memory' ? (hit.parts ?? []).filter(({ signal }) => signal === 'person') : [],
    );

  const lifted = await first('whose job is the release of the site on Wednesday');

  expect(lifted).toHaveLength(1);
  expect(await first('whose job is the release of the site on Wednesday', 'decision')).toEqual([]);
  expect(await first('when is the release of the site on Wednesday')).toEqual([]);
});

it('says whose words fit, when the question names another person', async () => {
  const ada = aPrincipal();
  const say = (content: string, speaker: string) =>
    aNewMessage({ content, speaker, sessionKey: speaker, channel: 'ops' });
  await world.remember(
    ada,
    say('I renewed the certificate of the payment gateway on Tuesday.', 'Grace'),
    say('I had soup for lunch.', 'Linus'),
  );
  const search = { sources: 'messages' as const };

  const wrong = await ask(ada, { ...search, query: 'When did Linus renew the certificate of the payment gateway?' });
  expect(wrong.flags).toEqual([{ code: 'said-by-another', asked: 'Linus', by: 'Grace' }]);
  expect(wrong.injectionBlock).toContain('asked of "Linus", but what fits best was said by "Grace"');

  const right = await ask(ada, { ...search, query: 'When did Grace renew the certificate of the payment gateway?' });
  expect(right.flags).toEqual([]);
});

it('names nobody else where the first hit is what was asked for, though others use its words', async () => {
  const ada = aPrincipal();
  const say = (content: string, speaker: string, day: number) =>
    aNewMessage({ content, speaker, sessionKey: speaker, channel: 'ops', timestamp: Date.UTC(2026, 4, day) });
  await world.remember(
    ada,
    say('The certificate of the payment gateway: I had to renew it by hand.', 'Linus', 3),
    say('Who wants to renew the certificate of the payment gateway on the third of May?', 'Grace', 20),
    aNewMemory({ title: 'Gateway certificate', content: 'Linus did renew the certificate of the payment gateway.' }),
  );
  const query = 'Did Linus renew the certificate of the payment gateway on 3 May 2026?';

  const [said, all] = [
    await ask(ada, { query, sources: 'messages' }),
    await ask(ada, { query, sources: 'without-notes' }),
  ];

  expect(said.hits[0]).toMatchObject({ speaker: 'Linus' });
  expect([said.flags, all.flags]).toEqual([[], []]);
});

describe('a question that counts from an event', () => {
  const DAY = Date.UTC(2026, 4, 12);
  const say = (content: string, days: number) =>
    aNewMessage({ content, timestamp: DAY + days * DAY_MS, sessionKey: `${days}`, channel: 'ops', speaker: 'Grace' });
  const outage = { title: 'Database outage', content: 'The disk of the ledger was full.', category: 'event' as const };
  const deploys = () => [-40, 40].map((days) => say('We deployed the ledger.', days));
  const asked = {
    query: 'When did we deploy the ledger?',
    sources: 'messages' as const,
    explain: true,
    askedAtMs: SUNDAY,
  };
  const daysOf = (hits: readonly Hit[]) => hits.map(({ timestamp }) => (timestamp! - DAY) / DAY_MS);

  it.each([
    ['before the database outage', -40],
    ['after the database outage', 40],
    ['since our outage', 40],
  ])('%s, prefers what was said then, and says which memory dates it', async (when, first) => {
    const ada = aPrincipal();
    const [dated] = await world.remember(ada, aNewMemory({ ...outage, timestamp: DAY }), ...deploys());

    const { hits, explain } = await ask(ada, { ...asked, query: `What did we deploy ${when}?` });

    expect(daysOf(hits)[0]).toBe(first);
    expect(explain?.times).toMatchObject([{ event: dated!.id }]);
  });

  it('stays with the words that were live when it began, for the event and for all else', async () => {
    const { texts, words } = world;
    const ada = aPrincipal();
    const [dated] = await world.remember(ada, aNewMemory({ ...outage, timestamp: DAY }), ...deploys());
    const notYet = () => Promise.reject(new Error('these words are not live yet'));
    const queryOf = (text: string) => texts.queryOf(text);
    const later: TextSearch = { queryOf, search: notYet, score: notYet, isBehind: async () => false, coverage: notYet };
    const switchAfter = () => {
      words.live = { forQuestion: () => later };
      return texts;
    };
    words.live = { forQuestion: switchAfter };

    const { explain, degraded } = await ask(ada, { ...asked, query: 'What did we deploy before the database outage?' });
    words.live = texts;

    expect(degraded).toEqual([]);
    expect(explain?.times).toMatchObject([{ event: dated!.id }]);
  });

  it.each([
    ['dated by its validity', { validFrom: DAY, validTo: DAY + 3 * DAY_MS }, { from: DAY, to: DAY + 3 * DAY_MS }],
    ['dated by when it was, as an event', { timestamp: DAY }, { from: DAY, to: DAY + DAY_MS }],
  ])('takes the time that is %s', async (_, dates, time) => {
    const ada = aPrincipal();
    await world.remember(ada, aNewMemory({ ...outage, ...dates }), ...deploys());

    const { explain } = await ask(ada, { ...asked, query: 'What broke during the database outage?' });

    expect(explain?.times).toMatchObject([time]);
  });

  it('takes the time that it tells of before the one it was written at', async () => {
    const ada = aPrincipal();
    const mentionedTime = { from: DAY, to: DAY + DAY_MS };
    await world.remember(ada, aNewMemory({ ...outage, timestamp: SUNDAY }, { mentionedTime }), ...deploys());

    const { explain } = await ask(ada, { ...asked, query: 'What broke during the database outage?' });

    expect(explain?.times).toMatchObject([mentionedTime]);
  });

  it.each([
    ['two memories have the name', [outage, { ...outage, content: 'The other disk.' }]],
    ['its date is unknown', [{ ...outage, timestamp: 0 }]],
    ['it is a fact, which says nothing of when it was', [{ ...outage, category: 'fact' as const }]],
    [
      'the name is a small part of the title',
      [{ ...outage, title: 'Why a database outage stops trains and delays every bus' }],
    ],
    ['nothing has the name', [{ ...outage, title: 'Disk full' }]],
  ])('counts from nothing when %s', async (_, memories) => {
    const ada = aPrincipal();
    await world.remember(ada, ...memories.map((memory) => aNewMemory({ timestamp: DAY, ...memory })), ...deploys());

    const { explain } = await ask(ada, { ...asked, query: 'What broke after the database outage?' });

    expect(explain?.times).toEqual([]);
  });

  it('counts from nothing that the caller does not see, nor from an event beside a time', async () => {
    const ada = aPrincipal();
    await world.remember(ada, aNewMemory({ ...outage, timestamp: DAY }, { visibility: 'private' }), ...deploys());

    const other = await ask(aColleagueOf(ada), { ...asked, query: 'What broke after the database outage?' });
    const both = await ask(ada, { ...asked, query: 'What broke after the database outage, in March 2026?' });

    expect(other.explain?.times).toEqual([]);
    expect(both.explain?.times[0]).not.toHaveProperty('event');
  });
});

describe('another name of a speaker', () => {
  const say = (content: string, speaker: string, input: object = {}) =>
    aNewMessage({ content, speaker, sessionKey: speaker, channel: 'ops', ...input });
  const content = 'I want the deploy freeze to start on Thursday.';
  const asked = { query: 'What did Bob say about the deploy freeze?', sources: 'messages' as const, explain: true };
  const bob = { key: 'bob', alias: 'Bob', speakers: ['Robert Kim'] };

  it('lifts what they said, and knows whose words fit', async () => {
    const ada = aPrincipal();
    await world.remember(ada, say(content, 'Ilse'), say(content, 'Robert Kim'), say(content, 'Joon'));
    await world.aliases.declare({ author: ada, declaration: bob });

    const { hits, flags, explain } = await ask(ada, asked);
    const other = await ask(ada, { ...asked, query: 'What did Bob say about the canteen lunch?' });

    expect(hits[0]).toMatchObject({ speaker: 'Robert Kim' });
    expect(explain).toMatchObject({ speaker: 'Robert Kim', speakers: ['Robert Kim'] });
    expect(flags).toEqual([]);
    expect(other.flags).toEqual([]);
  });

  it('is flagged by their own name when another one said it', async () => {
    const ada = aPrincipal();
    await world.remember(ada, say('I renewed the certificate.', 'Ilse'), say('I had soup for lunch.', 'Robert Kim'));
    await world.aliases.declare({ author: ada, declaration: bob });

    const { flags } = await ask(ada, { ...asked, query: 'When did Bob renew the certificate?' });

    expect(flags).toEqual([{ code: 'said-by-another', asked: 'Robert Kim', by: 'Ilse' }]);
  });

  it('lifts each of those who share it', async () => {
    const ada = aPrincipal();
    const people = ['Ilse', 'Robert Kim', 'Joon', 'Robert Stone', 'Grace'];
    await world.remember(ada, ...people.map((speaker) => say(content, speaker)));
    await world.aliases.declare({ author: ada, declaration: { ...bob, speakers: ['Robert Kim', 'Robert Stone'] } });

    const { hits, explain } = await ask(ada, asked);

    expect(
      hits
        .slice(0, 2)
        .map((hit) => hit.kind === 'message' && hit.speaker)
        .sort(),
    ).toEqual(['Robert Kim', 'Robert Stone']);
    expect(explain).toMatchObject({ speaker: null, speakers: ['Robert Kim', 'Robert Stone'] });
  });

  it('tells nothing of a speaker whom the caller does not see', async () => {
    const coach = aPrincipal({ peerPrefixes: ['coach'], peers: ['coach:1'] });
    const private_ = say(content, 'Robert Kim', { channel: 'coach:1' });
    await world.remember(coach, { ...private_, visibility: 'peer' }, say(content, 'Ilse'));
    await world.aliases.declare({ author: coach, declaration: bob });

    expect((await ask(aColleagueOf(coach), asked)).explain).toMatchObject({ speaker: null, speakers: [] });
    expect((await ask(coach, { ...asked, channel: 'coach:1' })).explain).toMatchObject({ speakers: ['Robert Kim'] });
  });

  it('is learned from how they are called', async () => {
    const ada = aPrincipal();
    const call = () => aNewMessage({ content: 'Hey Rob!', speaker: 'Ilse', sessionKey: 's', channel: 'ops' });
    const calls = [call(), call()];
    await world.remember(ada, say(content, 'Robert Kim', { sessionKey: 's' }), say(content, 'Ilse'), ...calls);
    for (const { id } of calls)
      await world.aliases.hear({
        orgId: ada.orgId,
        id,
        calls: { rules: 1, names: [{ name: 'Rob', who: 'listener' }] },
      });

    const { hits, explain } = await ask(ada, { ...asked, query: 'What did Rob say about the deploy freeze?' });

    expect(explain).toMatchObject({ speakers: ['Robert Kim'] });
    expect(hits[0]).toMatchObject({ speaker: 'Robert Kim', content });
  });
});
