import { put, lines, readAs, said } from './read-files.fixture.ts';

describe('a time of another program', () => {
  const now = Date.UTC(2026, 10, 1);
  const at = Date.UTC(2026, 9, 3, 8);
  const forms = [
    at,
    at / 1_000,
    at * 1_000,
    String(at / 1_000),
    new Date(at).toISOString(),
    '2026-10-03T10:00:00+02:00',
  ];
  const impossible = [
    null,
    undefined,
    '',
    0,
    '0',
    -5,
    'soon',
    '2150-01-01T00:00:00Z',
    5_680_281_600,
    '1999-12-31T00:00:00Z',
    [at],
  ];
  const writers = {
    'claude-code': async (times: readonly unknown[]) =>
      put(
        'p/s.jsonl',
        lines(
          ...times.map((timestamp, n) => ({
            type: 'user',
            uuid: `u${n}`,
            sessionId: 's',
            timestamp,
            message: { content: `Turn ${n}` },
          })),
        ),
      ),
    codex: async (times: readonly unknown[]) =>
      put(
        'rollout-s.jsonl',
        lines(
          { type: 'session_meta', payload: { id: 's' } },
          ...times.map((timestamp, n) => ({
            ...{ timestamp, type: 'response_item' },
            payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: `Turn ${n}` }] },
          })),
        ),
      ),
    'claude-ai': async (times: readonly unknown[]) => {
      const messages = times.map((created_at, n) => ({
        uuid: `m${n}`,
        sender: 'human',
        text: `Turn ${n}`,
        created_at,
      }));
      await put('conversations.json', JSON.stringify([{ uuid: 'c', chat_messages: messages }]));
    },
    chat: async (times: readonly unknown[]) =>
      put('chat.jsonl', lines(...times.map((created_at, n) => ({ id: `m${n}`, text: `Turn ${n}`, created_at })))),
  };

  it.each(Object.keys(writers) as (keyof typeof writers)[])(
    'is read by %s in seconds, milliseconds, microseconds and ISO, and is the nearest known one where it cannot be',
    async (name) => {
      await writers[name]([...forms, ...impossible]);

      const found = await readAs(name, { now });

      expect(said(found).map(({ timestamp }) => timestamp)).toEqual([...forms, ...impossible].map(() => at));
      const retimed = found.flatMap((one) => (one.type === 'message' ? [one.retimed] : []));
      expect(retimed.map((one) => one?.took)).toEqual([
        ...forms.map(() => undefined),
        ...impossible.map(() => 'nearest'),
      ]);
      expect(retimed.at(forms.length + impossible.indexOf('soon'))?.given).toBe('"soon"');
    },
  );

  it('that is 0 in Slack is the nearest of the day, or the day itself', async () => {
    await put('channels.json', JSON.stringify([{ id: 'C1', name: 'ops' }]));
    const day = (...times: string[]) =>
      JSON.stringify(times.map((ts) => ({ type: 'message', user: 'U1', ts, text: ts })));
    await put('ops/2026-10-03.json', day('0', `${at / 1_000}.000100`));
    await put('ops/2026-10-04.json', day('0'));

    const times = said(await readAs('slack', { now })).map(({ timestamp }) => timestamp);

    expect(times).toEqual([at, at, Date.UTC(2026, 9, 4)]);
  });

  it('that no line of the file has is unknown, and conversations of one file keep to their own', async () => {
    const line = (session_id: string, time: unknown, n: number) => ({
      id: `m${n}`,
      session_id,
      text: `Turn ${n}`,
      time,
    });
    await put(
      'chat.jsonl',
      lines(line('a', null, 1), line('b', at, 2), line('a', '2150-01-01T00:00:00Z', 3), line('b', null, 4)),
    );

    const found = await readAs('chat', { now });

    const told = found.flatMap((one) =>
      one.type === 'message' ? [[one.input.sessionKey, one.input.timestamp, one.retimed?.took]] : [],
    );
    expect(told.toSorted()).toEqual(
      [
        ['a', 0, 'nothing'],
        ['a', 0, 'nothing'],
        ['b', at, undefined],
        ['b', at, 'nearest'],
      ].toSorted(),
    );
  });
});

describe('a message without a time', () => {
  const mapping = (...times: unknown[]) =>
    Object.fromEntries(
      times.map((create_time, at) => [
        `m${at}`,
        {
          id: `m${at}`,
          parent: at === 0 ? null : `m${at - 1}`,
          message: { id: `m${at}`, author: { role: 'user' }, create_time, content: { parts: [`Turn ${at}`] } },
        },
      ]),
    );

  it.each<[string, object, unknown[], number[]]>([
    [
      'the nearest of its neighbours',
      {},
      [null, null, 1_791_200_000.5],
      [1_791_200_000_500, 1_791_200_000_500, 1_791_200_000_500],
    ],
    [
      'the one before it',
      {},
      [1_791_200_000, 0, null, undefined, 1_791_200_100],
      [1_791_200_000_000, 1_791_200_000_000, 1_791_200_000_000, 1_791_200_100_000, 1_791_200_100_000],
    ],
    [
      'when the conversation began',
      { create_time: 1_791_300_000 },
      [null, 1_791_300_010],
      [1_791_300_000_000, 1_791_300_010_000],
    ],
    ['when it was changed last', { update_time: 1_791_300_900 }, [null], [1_791_300_900_000]],
    ['none where nothing is known', {}, [null, 0], [0, 0]],
    ['milliseconds as they are', {}, [1_791_200_000_500], [1_791_200_000_500]],
  ])('takes %s', async (_, about, times, expected) => {
    await put('conversations.json', JSON.stringify([{ id: 'c', mapping: mapping(...times), ...about }]));

    const found = await readAs('chatgpt');

    expect(said(found).map(({ timestamp }) => timestamp)).toEqual(expected);
    expect(found.map((one) => one.type === 'message' && one.retimed?.took)).toEqual(
      times.map((time, at) => (time ? undefined : expected[at] === 0 ? 'nothing' : 'nearest')),
    );
  });
});
