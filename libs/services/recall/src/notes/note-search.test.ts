import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OpenAiEmbedder, UnavailableEmbedder } from '@cairn/adapter-embedders';
import { NoteLinesRequest, NoteSearchRequest, NoteSearchResponse, RecallRequest } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { Embedder } from '@cairn/ports';
import { aNewMessage, aNewNote, aPrincipal } from '@cairn/testing';
import { analyserOf, newestAnalyser } from '@cairn/text';
import { putNote } from '@cairn/store';
import fc from 'fast-check';
import { recallWorld } from '../recall-world.fixture.ts';

/** A word index that reads a question and answers none. */
function wordsGone() {
  const { query: queryOf } = analyserOf(newestAnalyser('english'));
  return { queryOf, search: () => Promise.reject(new Error('gone')), isBehind: async () => false } as never;
}

describe('memory_search and memory_get', () => {
  let world: Awaited<ReturnType<typeof recallWorld>>;
  beforeAll(async () => {
    world = await recallWorld();
  });
  afterAll(() => world.close());

  type Asked = Partial<NoteSearchRequest>;
  const search = async (who: Principal, query: string, more: Asked = {}) =>
    NoteSearchResponse.parse(await world.noteSearch.find(who, { body: NoteSearchRequest.parse({ query, ...more }) }));
  const lines = (who: Principal, request: Partial<NoteLinesRequest>) =>
    world.noteLines.read(who, { body: NoteLinesRequest.parse(request) });

  const deploys = '# Deploys\nWe freeze deploys from Friday noon on.\n\n# Kiln\nThe kiln is fired at noon.';

  // Behaviour 26
  it('finds sections with their lines and a citation, which reads as it was found after an edit too', async () => {
    const ada = aPrincipal();
    await world.keepNote(ada, 'memory/team.md', deploys);

    const found = await search(ada, 'when are deploys frozen?');

    expect(found).toMatchObject({ backend: 'builtin', provider: 'local', model: expect.any(String), citations: 'on' });
    expect(found.results[0]).toMatchObject({
      path: 'memory/team.md',
      startLine: 1,
      endLine: 2,
      source: 'memory',
      citation: 'memory/team.md#L1-L2',
      version: 1,
      snippet: expect.stringMatching(/^# Deploys[^]*\n\nSource: memory\/team.md#L1-L2$/),
    });

    await world.keepNote(ada, 'memory/team.md', `A new line.\n\n${deploys.replace('Friday', 'Monday')}`);
    const { citation: path, version } = found.results[0]!;
    expect(await lines(ada, { path: path!, version: version! })).toMatchObject({
      text: '# Deploys\nWe freeze deploys from Friday noon on.',
      truncated: true,
      nextFrom: 3,
      version: 1,
    });
    const [now] = (await search(ada, 'when are deploys frozen?')).results;
    expect(now).toMatchObject({ citation: 'memory/team.md#L3-L4', version: 2 });
  });

  it('searches the notes below a path prefix, and those with a tag', async () => {
    const ada = aPrincipal();
    const keep = (path: string, ...tags: string[]) => world.keepNote(ada, path, `In ${path}: ${deploys}`, tags);
    await keep('team/a.md', 'ops');
    await keep('team/b.md', 'ops', 'kiln');
    await keep('team-two/c.md', 'kiln');
    await world.remember(ada, aNewMessage({ content: 'We freeze deploys from Friday noon on.' }));
    const paths = async (asked: Asked) =>
      (await search(ada, 'when are deploys frozen?', asked)).results.map(({ path }) => path).sort();

    expect(await paths({ pathPrefix: 'team/' })).toEqual(['team/a.md', 'team/b.md']);
    expect(await paths({ pathPrefix: 'team' })).toEqual(['team-two/c.md', 'team/a.md', 'team/b.md']);
    expect(await paths({ tags: ['kiln', 'x'] })).toEqual(['team-two/c.md', 'team/b.md']);
    expect(await paths({ tags: ['kiln', 'ops'], tagMatch: 'all' })).toEqual(['team/b.md']);
    expect(await paths({ pathPrefix: 'nowhere/' })).toEqual([]);
  });

  it('shows citations in direct conversations, unless it is told to or not to', async () => {
    const ada = aPrincipal();
    await world.keepNote(ada, 'a.md', deploys);
    const cited = async (asked: Asked) => (await search(ada, 'deploys frozen', asked)).results[0]?.citation;

    const shown = async (asked: Asked) => (await search(ada, 'deploys frozen', asked)).injectionBlock;

    for (const uncited of [{ conversation: 'group' }, { citations: 'off' }] as const) {
      expect(await shown(uncited)).toContain('We freeze deploys');
      expect(await shown(uncited)).not.toContain('#L');
    }
    expect(await shown({ conversation: 'group', citations: 'on' })).toContain('a.md#L1-L2');
    expect(await cited({ conversation: 'group' })).toBeUndefined();
    expect(await cited({ conversation: 'group', citations: 'on' })).toBe('a.md#L1-L2');
    expect(await cited({ citations: 'off' })).toBeUndefined();
    expect((await search(ada, 'deploys', { citations: 'off' })).results[0]?.snippet).not.toContain('Source:');
  });

  // Behaviour 26
  it('lets a result with all telling words pass, and keeps a floor that the call names', async () => {
    const ada = aPrincipal();
    await world.keepNote(ada, 'a.md', 'The relay answers E4017 when it is cold.\n\nThe ledger is kept by Mara.');

    const { results } = await search(ada, 'E4017');
    const [first] = (await search(ada, 'E4017', { minScore: 0 })).results;

    expect(results.map(({ citation }) => citation)).toEqual(['a.md#L1']);
    expect((await search(ada, 'E4017', { minScore: first!.score + 0.01 })).results).toEqual([]);
    expect((await search(ada, 'E4017', { minScore: first!.score })).results).toHaveLength(1);
    expect((await search(ada, 'who waters the plants on the roof?', { minScore: 1 })).results).toEqual([]);
  });

  it('finds what was said, as lines of the sessions', async () => {
    const ada = aPrincipal();
    const said = ['Is the kiln on?', 'The glaze is cobalt blue.'].map((content) =>
      aNewMessage({ content, sessionKey: 'yard', speaker: 'Mara' }),
    );
    await world.remember(ada, ...said);

    const { results } = await search(ada, 'which glaze is it?', { corpus: 'sessions' });

    expect(results[0]).toMatchObject({ source: 'sessions', citation: 'sessions/yard.jsonl#L2' });
    const { text, totalLines } = await lines(ada, { path: results[0]!.citation! });
    expect(JSON.parse(text)).toMatchObject({ speaker: 'Mara', content: 'The glaze is cobalt blue.' });
    expect(totalLines).toBe(2);
    expect((await search(ada, 'glaze', { corpus: 'memory' })).results).toEqual([]);
    await expect(lines(aPrincipal(), { path: 'sessions/yard.jsonl' })).rejects.toMatchObject({ code: 'note/unknown' });
  });

  it('keeps all snippets within maxInjectedChars, and says what it left out', async () => {
    const ada = aPrincipal();
    const text = Array.from({ length: 8 }, (_, at) => `Kiln ${at} is fired at noon. ${'Mind the door. '.repeat(20)}`);
    await world.keepNote(ada, 'a.md', text.join('\n\n'));

    const { results, leftOut } = await search(ada, 'when is the kiln fired', {
      maxInjectedChars: 700,
      citations: 'off',
    });

    const chars = results.reduce((sum, { snippet }) => sum + snippet.length, 0);
    expect(chars).toBeLessThanOrEqual(700);
    expect(results.length).toBeGreaterThan(0);
    expect(leftOut).toBe(6 - results.length);
  });

  it('answers by words with a warning where the model is away, and is disabled only where nothing answers', async () => {
    const ada = aPrincipal();
    await world.keepNote(ada, 'a.md', deploys);
    const { vectors, words } = world;
    const gone = new Error('gone');
    const searchVectors = vectors.search.bind(vectors);
    const live = words.live;
    try {
      vectors.search = () => Promise.reject(gone);
      const lexical = await search(ada, 'freeze deploys Friday');
      expect(lexical).toMatchObject({ warning: expect.stringContaining('words alone'), fallback: { from: 'local' } });
      expect(lexical.results).not.toEqual([]);
      expect(lexical.disabled).toBeUndefined();

      words.live = { forQuestion: () => wordsGone() };
      expect(await search(ada, 'deploys')).toMatchObject({
        results: [],
        disabled: true,
        unavailable: true,
        error: expect.any(String),
        action: expect.stringContaining('user'),
      });
    } finally {
      vectors.search = searchVectors;
      words.live = live;
    }
  });

  it.each<[string, Embedder, { isOff: boolean }, object]>([
    ['without a model', new UnavailableEmbedder(), { isOff: true }, { provider: 'none' }],
    [
      'with a model that the settings do not name',
      new UnavailableEmbedder(),
      { isOff: false },
      { provider: 'none', fallback: { from: 'vectors', reason: expect.any(String) }, warning: expect.any(String) },
    ],
    [
      'with an endpoint that does not answer',
      new OpenAiEmbedder({ baseUrl: 'http://127.0.0.1:9/v1', model: 'far', dims: 32, attemptsMax: 1 }),
      { isOff: false },
      {
        ...{ provider: 'openai', model: expect.stringContaining('far') },
        fallback: { from: 'openai', reason: expect.any(String) },
        warning: expect.any(String),
      },
    ],
  ])('finds by words %s, says whose model it is, and is disabled without words', async (_, model, off, said) => {
    const other = await recallWorld(model);
    try {
      Object.assign(other.models, off);
      const ada = aPrincipal();
      await putNote(other.notes, {
        scope: scopeOf(ada),
        author: ada,
        workspace: { name: 'default' },
        note: aNewNote('a.md', deploys),
      });
      const ask = async () => NoteSearchResponse.parse(await other.noteSearch.find(ada, { body: asked }));
      const asked = NoteSearchRequest.parse({ query: 'freeze deploys Friday' });

      const { results, injectionBlock: _block, ...rest } = await ask();
      other.words.live = { forQuestion: () => wordsGone() };

      expect(results).toMatchObject([{ citation: 'a.md#L1-L2' }]);
      expect(rest).toEqual({ backend: 'builtin', citations: 'on', ...said });
      expect(await ask()).toMatchObject({ results: [], disabled: true, error: expect.any(String), provider: 'none' });
    } finally {
      await other.close();
    }
  });

  it('has a code for each fault of a path, and none for a line that is there', async () => {
    const ada = aPrincipal();
    await world.keepNote(ada, 'a.md', 'one\ntwo');
    const codeOf = (request: Partial<NoteLinesRequest>) =>
      lines(ada, request).then(
        () => 'none',
        ({ code }) => code,
      );

    const asked = ['/a.md', '../a.md', '~/a.md', 'a\0.md', '%2e/a.md', 'a.txt', 'b.md', 'a.md'];
    expect(await Promise.all(asked.map((path) => codeOf({ path })))).toEqual([
      'note/path-absolute',
      'note/path-traversal',
      'note/path-home',
      'note/path-control',
      'note/path-encoding',
      'note/not-markdown',
      'note/unknown',
      'none',
    ]);
    expect(await codeOf({ path: 'a.md', from: 3 })).toBe('note/beyond-end');
    expect(await lines(ada, { path: 'a.md', from: 2, lines: 1 })).toMatchObject({ text: 'two', totalLines: 2 });
  });

  it('cites lines that memory_get shows again, whatever is found and however it was edited', async () => {
    const ada = aPrincipal();
    const line = fc.constantFrom('', 'the kiln', 'is fired', `at noon ${'and watched '.repeat(80)}`, '# Kiln');
    const versions = fc.array(fc.array(line, { maxLength: 6 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(versions, async (texts) => {
        for (const text of texts) await world.keepNote(ada, 'p.md', text.join('\n'));
        const { results } = await search(ada, 'kiln fired at noon', { citations: 'off', maxResults: 50, minScore: 0 });
        for (const { path, startLine, endLine, version, snippet } of results) {
          const { text } = await lines(ada, { path: `${path}#L${startLine}-L${endLine}`, version: version! });
          expect(text.slice(0, snippet.length)).toBe(snippet);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('lets a recall find notes among the rest, with sources: notes and all', async () => {
    const ada = aPrincipal();
    await world.keepNote(ada, 'a.md', deploys);
    const ask = (sources: RecallRequest['sources']) =>
      world.recall.recall(ada, RecallRequest.parse({ query: 'deploys frozen Friday', sources }));

    expect((await ask('notes')).hits[0]).toMatchObject({ kind: 'note', citation: 'a.md#L1-L2', workspace: 'default' });
    expect((await ask('all')).hits[0]).toMatchObject({ kind: 'note' });
    expect(await ask('without-notes')).toMatchObject({ hits: [], reason: 'filtered-out', emptiedBy: ['sources'] });
  });
});
