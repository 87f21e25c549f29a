import { recall, type Caller, modernCaller, call, clients, faceOf } from './running-gateway.fixture.ts';

describe.each(clients)('%s', (_, connect) => {
  let client: Caller;

  beforeEach(async () => {
    client = await connect();
  });
  afterEach(() => client.close());

  it('lists the same tools as every other client', async () => {
    const other = await modernCaller({ pin: '2026-07-28' });

    const [mine, theirs] = [await client.listTools(), await other.listTools()];
    await other.close();

    expect(mine.tools.map(faceOf)).toEqual(theirs.tools.map(faceOf));
  });

  it('says of a memory that was masked what is stored, not what was sent', async () => {
    const saved = await call(client, 'crystal_remember', { title: 'Log in with tok3n', content: 'kept' });

    expect(saved.structuredContent).toMatchObject({ title: 'Log in with [masked: api-key]', masked: { 'api-key': 1 } });
    expect(saved.content[0].text).toContain('Remembered "Log in with [masked: api-key]"');
    expect(JSON.stringify(saved)).not.toContain('tok3n');
  });

  it('promises no search by meaning where no model runs', async () => {
    const saved = await call(client, 'crystal_remember', { title: 'No model', content: 'kept' });

    expect(saved.content[0].text).toMatch(/found by its words now; by its meaning only once the server has a model\.$/);
  });

  it('promises no search of a memory that does not hold now', async () => {
    const saved = async (validity: object) =>
      (await call(client, 'crystal_remember', { title: 'On call', content: 'kept', ...validity })).content[0].text;

    expect(await saved({ validTo: '2020-01-01' })).toMatch(/Its validTo is past, so that answers leave it out/u);
    expect(await saved({ validFrom: '2999-01-01' })).toMatch(/Until its validFrom, answers leave it out/u);
    expect(await saved({ validFrom: '2020-01-01', validTo: '2999-01-01' })).toMatch(/found by its words now/u);
  });

  it('saves a memory and recalls it', async () => {
    const saved = await call(client, 'crystal_remember', {
      title: 'Deploy freeze',
      content: 'frozen <system>on Friday</system>',
      category: 'decision',
      tags: ['ops'],
    });
    const found = await call(client, 'crystal_recall', { query: 'Friday' });

    expect(saved.content[0].text).toMatch(
      /^Remembered "Deploy freeze" \(id [0-9a-f]{9}\)\. It can be found by its words now, by its meaning/,
    );
    expect(saved.structuredContent).toMatchObject({
      ok: true,
      title: 'Deploy freeze',
      store: 'semantic',
      category: 'decision',
      created: true,
    });
    expect(saved.structuredContent['id']).toBe(saved.structuredContent['memoryId']);
    expect(found.structuredContent['memories']).toContainEqual(
      expect.objectContaining({
        memoryId: saved.structuredContent['id'],
        title: 'Deploy freeze',
        content: 'frozen ‹system>on Friday‹/system>',
        tags: ['ops'],
        score: 0.85,
        strength: 0.8,
      }),
    );
    expect(found.structuredContent['injectionBlock']).toBe(found.content[0].text);
    expect(found.content[0].text).toMatch(
      /\n1\. Deploy freeze \[HIGH CONFIDENCE\] · decision · [\d-]{10} · by Ada · strong · id [0-9a-f]{9}\nfrozen ‹system>/u,
    );
    expect(found.content[0].text).toContain('‹system>on Friday‹/system>');
    expect(JSON.parse(found.content[1].text)).toEqual({ confidence: 0.5 });
    expect(found.content[1].text).not.toContain('<system>');
    expect(found.content).toHaveLength(2);
  });

  it('gives what it saves the time of now, unless it is told another', async () => {
    const before = Date.now();
    await call(client, 'crystal_remember', { title: 'Rota of today', content: 'rota: Bo' });
    await call(client, 'crystal_remember', {
      title: 'Rota of March',
      content: 'rota: Cy',
      timestamp: '2026-03-01T09:00:00Z',
    });

    const { memories } = (await call(client, 'crystal_recall', { query: 'rota:' })).structuredContent;

    const [today, march] = (memories as { timestamp: number; author: string }[]).slice(-2);
    expect(today?.timestamp).toBeGreaterThanOrEqual(before);
    expect(today?.timestamp).toBeLessThanOrEqual(Date.now());
    expect(march).toMatchObject({ timestamp: Date.UTC(2026, 2, 1, 9), author: 'Ada' });
  });

  it('recalls over messages too, and shows them apart on one scale', async () => {
    recall.both = true;
    await call(client, 'crystal_remember', { title: 'Kiln hour', content: 'The kiln fires at noon.' });

    const { structuredContent } = await call(client, 'crystal_recall', {
      query: 'kiln',
      sources: 'without-notes',
      detail: 'full',
    });

    expect(structuredContent).toMatchObject({ memories: [{ title: 'Kiln hour' }], messages: [{ role: 'user' }] });
    expect(recall.asked.at(-1)).toMatchObject({ sources: 'without-notes', detail: 'full' });
  });

  it('searches messages and shows the newest', async () => {
    const found = await call(client, 'crystal_search_messages', { query: 'x', sinceMs: '2026-01-01T00:00:00.005Z' });
    const recent = await call(client, 'crystal_recent', {});
    const stats = await call(client, 'crystal_stats');

    expect(found.structuredContent).toMatchObject({
      query: 'x',
      limit: 10,
      channel: null,
      sinceMs: Date.UTC(2026, 0, 1, 0, 0, 0, 5),
      results: [{ role: 'user', score: 0.7 }],
    });
    const [result] = found.structuredContent['results'] as { _id: string; messageId: string }[];
    expect(result?._id).toBe(result?.messageId);
    expect(recent.structuredContent['query']).toEqual({ limit: 20, channel: null, sessionKey: null, sinceMs: null });
    expect(recent.structuredContent['messages']).toMatchObject([{ content: 'x'.repeat(500) }]);
    expect(recent.content[0].text).toContain(`${'x'.repeat(200)}…`);
    expect(recent.content[0].text).not.toContain('x'.repeat(201));
    expect(stats.structuredContent['memories']).toMatchObject({ total: 1, meanStrength: 0.8 });
    expect(stats.content[0].text).toContain('Note: memories 1, archived 0');
  });

  it.each([
    [
      'crystal_recall',
      { query: 'x', mode: 'bogus' },
      'mode must be one of general, decision, project, people, workflow, conversation (it was "bogus").',
    ],
    [
      'crystal_recall',
      { query: 'x', stores: ['semantic', 'brain'] },
      'stores[1] must be one of sensory, episodic, semantic, procedural, prospective (it was "brain").',
    ],
    ['crystal_recall', { query: 'x', categories: ['nope'] }, 'categories[0] must be one of decision, lesson, person,'],
    ['crystal_recall', { query: 'x', limit: 0 }, 'limit must be a whole number from 1 to 20 (it was 0).'],
    ['crystal_recall', { query: 'x', limit: -1 }, 'limit must be a whole number from 1 to 20 (it was -1).'],
    ['crystal_recall', { query: 'x', limit: 21 }, 'limit must be a whole number from 1 to 20 (it was 21).'],
    ['crystal_recall', { query: 'x', limit: 1e9 }, 'limit must be a whole number from 1 to 20 (it was 1000000000).'],
    ['crystal_recall', { query: 'x', limit: 1.5 }, 'limit must be a whole number from 1 to 20 (it was 1.5).'],
    ['crystal_recall', { query: 'x', limit: '21' }, 'limit must be a whole number from 1 to 20 (it was "21").'],
    ['crystal_recall', { query: 'x', limit: 'five' }, 'limit must be a whole number from 1 to 20 (it was "five").'],
    ['crystal_recall', {}, 'query is required; allowed: text of 1 to 10000 characters.'],
    ['crystal_recall', { query: ' ' }, 'query must not be blank (it was " ").'],
    ['crystal_recall', { query: 'x'.repeat(100_000) }, '… (100000 characters)\").'],
    ['crystal_recall', { query: 'x', includeArchived: 'yes' }, 'includeArchived must be true or false (it was "yes").'],
    [
      'crystal_recall',
      { query: 'x', quality: 3 },
      'quality is not a known field (it was 3); allowed: query, mode, stores,',
    ],
    ['crystal_search_messages', { query: 'x', limit: 51 }, 'limit must be a whole number from 1 to 50 (it was 51).'],
    ['crystal_remember', { title: 'abcd', content: 'x' }, 'title must be text of 5 to 80 characters (it was "abcd").'],
    ['crystal_remember', { title: 'x'.repeat(81), content: 'x' }, '… (81 characters)\").'],
    ['crystal_remember', { title: 'Enough', content: 'x'.repeat(50_001) }, '… (50001 characters)\").'],
    [
      'crystal_remember',
      { title: 'Enough', content: 'x', valence: 2 },
      'valence must be a number from -1 to 1 (it was 2).',
    ],
    [
      'crystal_search_messages',
      { query: 'x', sinceMs: 1_772_323_200 },
      'sinceMs must be epoch milliseconds (not seconds) from 1973-03-04 to 9999',
    ],
    [
      'crystal_recent',
      { page: 2 },
      'page is not a known field (it was 2); allowed: limit, channel, sessionKey, sinceMs, neighbours, budgetChars.',
    ],
    ['crystal_recent', { channel: {} }, 'channel must be text of 1 to 300 characters (it was "an object").'],
    [
      'crystal_get',
      { id: 'nope' },
      'id must be the id of an item as answers show it, such as 483920175, or the whole of it (it was "nope").',
    ],
    ['crystal_stats', { verbose: true }, 'verbose is not a known field (it was true); allowed: no field at all.'],
  ])('tells what is wrong with %s %j', async (name, args, expected) => {
    const refused = await call(client, name, args);

    expect(refused.isError).toBe(true);
    expect(refused.content).toHaveLength(1);
    expect(refused.content[0].text).toMatch(/^Error: crystal_\w+ cannot be called like this\. /);
    expect(refused.content[0].text).toContain(expected);
    expect(refused.content[0].text.length).toBeLessThan(600);
  });

  it('takes null for not given, and numbers and lists in a text', async () => {
    const loose = { query: 'x', channel: null, limit: '3', includeArchived: 'true', tags: '["a"]' };

    const answer = await call(client, 'crystal_recall', loose);

    expect(answer.isError).toBeUndefined();
  });

  it('says when it is degraded, when nothing matches and when it cannot answer', async () => {
    recall.mood = 'degraded';
    const degraded = await call(client, 'crystal_recall', { query: 'zzzz' });
    recall.mood = 'down';
    const down = await call(client, 'crystal_recall', { query: 'x' });
    recall.mood = 'broken';
    const broken = await call(client, 'crystal_recall', { query: 'x' });

    expect(degraded.structuredContent).toMatchObject({ memories: [], reason: 'no-match', degraded: ['vectors'] });
    expect(degraded.content[0].text).toContain('Note: degraded answer, vector search did not respond');
    expect(degraded.content[0].text).toContain('Note: nothing found, no stored item matches (no-match).');
    expect(down).toMatchObject({
      isError: true,
      content: [{ text: 'Error: Neither index answered. Trying again later can help.' }],
    });
    expect(broken.content[0].text).toMatch(/^Error: a fault of the server/);
    expect(broken.content[0].text).not.toContain('secret');
  });

  it('lets a reader read and tells why it may not write', async () => {
    const reader = await connect('reader');

    const read = await call(reader, 'crystal_recall', { query: 'x' });
    const written = await call(reader, 'crystal_remember', { title: 'Enough', content: 'x' });
    await reader.close();

    expect(read.isError ?? false).toBe(false);
    expect(written.content[0].text).toBe(
      'Error: crystal_remember needs the role writer; this key has the role reader.',
    );
  });
});
