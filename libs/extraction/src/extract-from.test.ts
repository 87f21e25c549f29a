import { extractFrom, type ConversationMessage } from './index.ts';

const MONDAY = Date.UTC(2026, 2, 2, 9);

const said = (content: string, more: Partial<ConversationMessage> = {}): ConversationMessage => ({
  id: 'a',
  role: 'user',
  speaker: 'Ana',
  content,
  timestamp: MONDAY,
  ...more,
});
const kindsOf = async (...messages: readonly ConversationMessage[]) =>
  (await extractFrom(messages)).map(({ kind, content }) => [kind, content]);

describe('memories from a conversation', () => {
  it.each([
    ['decision', 'We decided to keep the queue in Postgres instead of Kafka.'],
    ['rule', 'Never push directly to main.'],
    ['correction', 'No, the staging database is on port 5433, not 5432.'],
    ['preference', 'I prefer short answers with examples.'],
    ['lesson', 'It turned out that the export failed because the lockfile was stale.'],
    ['goal', 'My goal is to finish the draft by Friday.'],
    ['relation', 'The billing-service is owned by Team Petrel.'],
    ['fact', 'I adopted two dogs from the shelter in Toronto last month.'],
  ])('have the kind %s: %s', async (kind, content) => {
    expect(await kindsOf(said(content))).toEqual([[kind, content]]);
  });

  it('are word for word in the messages that they quote, without greetings and emphasis', async () => {
    const content = 'Hey Ben, **never** push directly to main!';

    const [rule] = await extractFrom([said(content)]);

    expect(rule!.content).toBe('never push directly to main!');
    expect(rule!.quotes.map(({ start, end }) => content.slice(start, end))).toEqual([
      '**never** push directly to main!',
    ]);
  });

  it('end before the question of their sentence', async () => {
    expect(await kindsOf(said('I prefer sneakers in neutral colours, do you have any recommendations?'))).toEqual([
      ['preference', 'I prefer sneakers in neutral colours'],
    ]);
  });

  it('do not end before a verb whose subject stands before it', async () => {
    const content =
      'I prefer that the parts of the report, like the summary and the charts, will stay short, is that fine?';

    expect((await kindsOf(said(content))).map(([, cut]) => cut)).toEqual([
      content.slice(0, content.indexOf(', is that')),
    ]);
  });

  it.each([
    ['a question', 'Should we always push directly to main?'],
    ['thanks', "Thanks, that's awesome!"],
    ['code', '```\n// never push directly to main\n```'],
    ['a quoted line', '> Never push directly to main.'],
    ['a log', '2026-03-02 09:14:00 WARN Never push directly to main.'],
    ['a private passage', '<private>Never push directly to main.</private>'],
    [
      'an answer of Cairn',
      `Stored background, no instructions, up to [[cairn:${'1'.repeat(12)} end]]\n\n1. rule\nNever push directly to main.\n[[cairn:${'1'.repeat(12)} end]]`,
    ],
  ])('are not taken from %s', async (_, content) => {
    expect(await kindsOf(said(content))).toEqual([]);
  });

  it('are taken from an assistant only if the next person confirms them', async () => {
    const concluded = said('We decided to keep the queue in Postgres.', { id: 'b', role: 'assistant', speaker: 'Bot' });

    expect(await kindsOf(concluded, said('yes, sounds good', { id: 'c' }))).toHaveLength(1);
    expect(await kindsOf(concluded, said('no, let me think', { id: 'c' }))).toEqual([]);
    expect(await kindsOf(concluded, said('yes, but wait', { id: 'c' }))).toEqual([]);
    expect(await kindsOf(concluded)).toEqual([]);
    expect(await kindsOf({ ...concluded, role: 'tool' }, said('yes', { id: 'c' }))).toEqual([]);
  });

  it('are the option that a person picks from a numbered list, and the proposal that a person takes', async () => {
    const options = said(
      'Two ways:\n\n1. widen the window by two hours\n2. give each provider a time zone in its config',
      {
        id: 'b',
        role: 'assistant',
        speaker: 'Bot',
      },
    );
    const proposal = { ...options, content: 'Then DejaVu Sans for the copies of the recipients?' };

    expect(await kindsOf(options, said('yes 2', { id: 'c' }))).toEqual([
      ['decision', 'Bot: give each provider a time zone in its config\nAna: yes 2'],
    ]);
    expect(await kindsOf(proposal, said('go for it', { id: 'c' }))).toEqual([
      ['decision', `Bot: ${proposal.content}\nAna: go for it`],
    ]);
  });

  it('are not taken from a long explanation of an assistant to which a person agrees', async () => {
    const long = said(`We decided to keep the queue in Postgres. ${'It has many parts. '.repeat(40)}`, {
      role: 'assistant',
    });

    expect(await kindsOf(long, said('yes', { id: 'c' }))).toEqual([]);
  });

  it('take along the sentence on which they lean', async () => {
    const [rule] = await extractFrom([
      said('The satellite contract is paid per message. So never send more than one an hour.'),
    ]);

    expect(rule!.content.split('\n')[0]).toBe('The satellite contract is paid per message.');
  });

  it('resolve words of the speaker and of the time beside the quote', async () => {
    const [goal] = await extractFrom([said('My goal is to send the draft by Friday.')]);

    expect(goal).toMatchObject({
      content: 'My goal is to send the draft by Friday.',
      resolved: [
        { words: 'My', means: 'Ana' },
        { words: 'Friday', means: '2026-03-06' },
      ],
      validTo: Date.UTC(2026, 2, 7),
    });
  });

  it.each([
    ['the day is over', 'My goal was to finish the draft of the ledger on 20 February 2026.'],
    ['it tells what was', 'I finished the draft of the ledger for Team Petrel on Friday.'],
  ])('are no goal if %s', async (_, content) => {
    expect((await kindsOf(said(content))).map(([kind]) => kind)).not.toContain('goal');
  });

  it.each([
    ['in the next message', ['We decided to keep the queue in Postgres.', 'Scratch that, I mixed it up.']],
    ['in the next sentence', ['We decided to keep the queue in Postgres. Never mind.']],
    ['for later by the next sentence', ['Always put the base of the chart in grey below. Only for this slide.']],
  ])('are not what their speaker takes back %s', async (_, contents) => {
    expect(await kindsOf(...contents.map((content, at) => said(content, { id: String(at) })))).toEqual([]);
  });

  it('stay if another speaker says so, or much later', async () => {
    const decision = said('We decided to keep the queue in Postgres.', { id: 'b' });
    const chat = ['Fine.', 'All right.', 'Good.'].map((content, at) => said(content, { id: `c${at}`, speaker: 'Ben' }));

    expect(await kindsOf(decision, said('Never mind me.', { id: 'c', speaker: 'Ben' }))).toHaveLength(1);
    expect(await kindsOf(decision, ...chat, said('Never mind.', { id: 'd' }))).toHaveLength(1);
  });

  it('give the reasons that stand near a decision', async () => {
    const content = 'We decided to keep the queue in Postgres. We chose it because we run it already.';

    const [decision] = await extractFrom([said(content)]);

    expect(decision!.reasons!.map(({ start, end }) => content.slice(start, end))).toEqual([
      'We chose it because we run it already.',
    ]);
  });

  it('are one memory with two quotes if they are said twice', async () => {
    const rule = 'Never push directly to main.';

    const all = await extractFrom([said(rule), said(rule, { id: 'b' })]);

    expect(all.map(({ quotes }) => quotes.map(({ messageId }) => messageId))).toEqual([['a', 'b']]);
  });

  it('name the thing and the property that they are about', async () => {
    expect((await extractFrom([said('No, the port of the staging database is 5433, not 5432.')]))[0]).toMatchObject({
      subject: 'staging database',
      attribute: 'port',
    });
    expect((await extractFrom([said('The billing-service is owned by Team Petrel.')]))[0]).toMatchObject({
      subject: 'billing-service',
      attribute: 'owner',
    });
  });

  it('use the space of a model where one is given', async () => {
    const asked: string[] = [];
    const embed = (texts: readonly string[]) => {
      asked.push(...texts);
      return Promise.resolve(texts.map(() => [1, 0]));
    };

    await extractFrom([said('We decided to keep the queue in Postgres.')], { embed });

    expect(asked).toContain('We decided to keep the queue in Postgres.');
  });

  it('take time that grows with the number of messages', async () => {
    const session = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        said('We decided to keep the queue in Postgres. Never push directly to main.', {
          id: String(at),
          role: at % 2 === 0 ? 'assistant' : 'user',
          content: at % 2 === 0 ? 'We decided to keep the queue in Postgres.' : 'Yes. Never push directly to main.',
        }),
      );
    const timeOf = async (count: number) => {
      const times: number[] = [];
      for (let run = 0; run < 3; run++) {
        const from = process.cpuUsage();
        await extractFrom(session(count));
        times.push(process.cpuUsage(from).user);
      }
      return Math.min(...times);
    };
    await timeOf(10);

    expect(await timeOf(800)).toBeLessThan((await timeOf(200)) * 12 + 50_000);
  });
});
