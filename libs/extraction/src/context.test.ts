import { extractFrom, type ConversationMessage } from './index.ts';

const said = (id: string, speaker: string, content: string): ConversationMessage => ({
  ...{ id, content, timestamp: Date.UTC(2026, 2, 2, 9) },
  ...(speaker === 'assistant' ? { role: 'assistant' } : { role: 'user', speaker }),
});
const contentsOf = async (...messages: readonly ConversationMessage[]) =>
  (await extractFrom(messages)).map(({ content }) => content);

describe('a statement', () => {
  it('brings along the sentence of its own message to which its words refer, as a quote of its own', async () => {
    const content = 'We tried the blue cluster on Sunday. Never deploy there without Nadia!';

    const rule = (await extractFrom([said('a', 'Ana', content)])).find(({ kind }) => kind === 'rule');

    expect(rule!.content).toBe('We tried the blue cluster on Sunday.\nNever deploy there without Nadia!');
    expect(rule!.statement).toBe('Never deploy there without Nadia!');
    expect(rule!.quotes).toEqual([
      { messageId: 'a', start: 0, end: 36, isContext: true },
      { messageId: 'a', start: 37, end: content.length },
    ]);
  });

  it('brings along the question that it answers, with the speakers', async () => {
    const found = await extractFrom([
      said('a', 'assistant', 'Noted. Which port shall the staging database get?'),
      said('b', 'Ana', 'We decided to keep it on 5433, not on 5432.'),
    ]);

    expect(found.map(({ content }) => content)).toEqual([
      'assistant: Which port shall the staging database get?\nAna: We decided to keep it on 5433, not on 5432.',
    ]);
    expect(found[0]!.saidBy).toEqual({ role: 'user', speaker: 'Ana' });
    expect(found[0]!.quotes.map(({ messageId, isContext }) => [messageId, isContext])).toEqual([
      ['a', true],
      ['b', undefined],
    ]);
  });

  it('looks further back while the sentence before it refers to something, too', async () => {
    expect(
      await contentsOf(
        said('a', 'Ben', 'The nightly export writes to the old bucket.'),
        said('b', 'Cem', 'shall I stop it'),
        said('c', 'Ana', 'We decided to keep it until the audit in May.'),
      ),
    ).toEqual([
      'Ben: The nightly export writes to the old bucket.\nCem: shall I stop it\nAna: We decided to keep it until the audit in May.',
    ]);
  });

  it('is not proposed if nothing near it tells what its words refer to', async () => {
    expect(await contentsOf(said('a', 'Ana', 'We decided to keep it until the audit in May.'))).toEqual([]);
  });

  it('brings no act along that another speaker offered, if it is a rule that names all', async () => {
    const rule = 'Never force a drain with ranked matches on, it costs people their rank.';

    expect(
      await contentsOf(said('a', 'assistant', 'I can pass `--force`, which would end them.'), said('b', 'Ana', rule)),
    ).toEqual([rule]);
  });

  it('stands alone if it names all that it is about, whatever was said before', async () => {
    const rule = 'Never store passwords in plain text.';

    expect(await contentsOf(said('a', 'Ana', 'Step 5 is done.'), said('b', 'Ana', rule))).toContain(rule);
    expect(await contentsOf(said('a', 'assistant', 'Step 5 is done.'), said('b', 'Ana', rule))).toEqual([rule]);
  });

  it('does not bring along greetings, praise and thanks', async () => {
    const content = 'We moved the ledger to Postgres. That is awesome! We decided to keep it there.';

    expect(await contentsOf(said('a', 'Ana', content))).toEqual([
      'We moved the ledger to Postgres.\nWe decided to keep it there.',
    ]);
  });

  it('does not bring along what stands far away in a long message of an assistant', async () => {
    const long = `${'The queue has many parts. '.repeat(40)}It is done.`;

    expect(
      await contentsOf(said('a', 'assistant', long), said('b', 'Ana', 'We decided to keep it until May.')),
    ).toEqual([]);
  });

  it('has the words with which a person confirmed it', async () => {
    expect(
      await contentsOf(
        said('a', 'assistant', 'We decided to keep the queue in Postgres.'),
        said('b', 'Ana', 'yes, sounds good'),
      ),
    ).toEqual(['assistant: We decided to keep the queue in Postgres.\nAna: yes, sounds good']);
  });

  it.each([
    ['a list that follows', 'We decided to use the following ports:'],
    ['the rest of its condition', 'When we decided to keep the queue in Postgres, how do we move it?'],
  ])('is not proposed without %s', async (_, content) => {
    expect(await contentsOf(said('a', 'Ana', content))).toEqual([]);
  });
});
