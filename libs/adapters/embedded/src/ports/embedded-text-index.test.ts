import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import { analyserOf, newestAnalyser } from '@cairn/text';
import { aMemory, aMessage, aNewMemory, aPrincipal, textIndexContract } from '@cairn/testing';
import type { Bm25, WordQuery } from '@cairn/ports';
import { callsOf, generations, type Generations } from '@cairn/store';
import { Database } from '../sqlite/database.ts';
import { migrateDatabase } from '../store/migrations.ts';
import { ReadingConnection } from '../store/reading-connection.ts';
import { SqliteThreads } from '../store/threads.ts';
import { EmbeddedTextIndex } from './embedded-text-index.ts';
import { embeddedWorld } from './embedded-world.fixture.ts';
import { wordWrites, type WordGeneration } from '../words/words-commands.ts';
import { scoreDocuments, searchDocuments } from '../words/word-search.ts';
import { WordsThread } from '../words/words-thread.ts';

const english = analyserOf(newestAnalyser('english'));

async function makeIndex(readers?: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-words-'));
  const threads = await SqliteThreads.open({ dataDir, readers });
  const beside = (analyser: string) => new EmbeddedTextIndex(threads, { number: 2, analyser });
  const under = { dataDir, threads, index: new EmbeddedTextIndex(threads), beside, close };
  async function close() {
    await under.threads.close();
    rmSync(dataDir, { recursive: true });
  }
  return under;
}

textIndexContract('embedded', makeIndex);

describe("The truth's own commit", () => {
  const ada = aPrincipal();
  let world: Awaited<ReturnType<typeof embeddedWorld>>;
  let rows: Generations;

  beforeEach(async () => {
    world = await embeddedWorld();
    rows = callsOf(generations, world.sql);
  });
  afterEach(() => world.close());

  const found = async (generation: WordGeneration, text: string) => {
    const index = new EmbeddedTextIndex(world.threads, generation);
    const hits = await index.search(scopeOf(ada), index.queryOf(text), { kind: 'memory' }, 10, { k1: 1, b: 0.5 });
    return hits.map(({ id }) => id);
  };

  it.each([
    ['short', ''],
    ['long', '\u3000'.repeat(3000)],
  ])('reads a %s text for each generation of words by the analyser of that', async (_, more) => {
    const { number, builtBy: analyser } = await rows.begin({
      author: ada,
      target: 'words',
      builtBy: 'cairn-text-1-german',
      dims: null,
    });
    const memory = aNewMemory({ title: 'Deployments', content: `die Häuser am Hafen${more}` });
    await world.truth.write(ada, [memory]);
    const first = { number: 1, analyser: english.id };
    const second = { number, analyser };

    expect([await found(first, 'deploying'), await found(first, 'Haus')]).toEqual([[memory.id], []]);
    expect([await found(second, 'deploying'), await found(second, 'Haus')]).toEqual([[], [memory.id]]);
  });

  it('stores nothing that it cannot read for a generation that is written, until that is retired', async () => {
    const unknown = await rows.begin({ author: ada, target: 'words', builtBy: 'cairn-text-99', dims: null });
    const memory = aNewMemory({ title: 'Deployments' });

    await expect(world.truth.write(ada, [memory])).rejects.toMatchObject({
      code: 'index/unavailable',
      message: expect.stringContaining('cairn-text-99'),
    });
    await rows.retire({ author: ada, ...unknown });
    await world.truth.write(ada, [memory]);

    expect(await found({ number: 1, analyser: english.id }, 'deploying')).toEqual([memory.id]);
  });
});

describe('EmbeddedTextIndex', () => {
  const ada = aPrincipal();
  const scope = scopeOf(ada);
  const bm25: Bm25 = { k1: 0.9, b: 0.4 };
  let under: Awaited<ReturnType<typeof makeIndex>>;

  beforeEach(async () => {
    under = await makeIndex(1);
  });
  afterEach(() => under.close());

  it('finds the same items with the same shares as scoring every item does', async () => {
    const random = randomOf(7);
    const items = Array.from({ length: 3000 }, () => aMessage({ orgId: ada.orgId, content: randomText(random) }));
    await Promise.all(items.map((item) => under.index.upsert(item)));
    const documents = items.map(counted);

    for (let round = 0; round < 60; round++) {
      const query = english.query(randomText(random, 1 + Math.floor(random() * 8)));
      const limit = [1, 10, 100][round % 3] as number;

      const found = await under.index.search(scope, query, { kind: 'message' }, limit, bm25);

      expect(rounded(found)).toEqual(rounded(bruteForce(documents, query, bm25).slice(0, limit)));
    }
  }, 60_000);

  it('knows of a write at once, however often it was asked before', async () => {
    const put = (content: string) => under.index.upsert(aMessage({ orgId: ada.orgId, content }));
    const ask = () => under.index.search(scope, english.query('quokka'), { kind: 'message' }, 10, bm25);
    await put('a quokka');
    const [alone] = [await ask(), await ask(), await ask(), await ask()].at(-1)!;

    await put('another quokka and one more quokka');
    await put('no such animal');

    const found = await ask();
    expect(found).toHaveLength(2);
    expect(found.find(({ id }) => id === alone!.id)!.share).not.toBe(alone!.share);
  });

  it('is handed the words of long texts and does not read these again, and keeps them as it keeps those of short ones', async () => {
    const parts = ['zebra in src/stripes.ts', 'Straße 我们 c++ 🎉', '"quoted" \ud800 half'];
    const short = aMessage({ orgId: ada.orgId, content: parts.join('\n'), sessionKey: 's' });
    const long = { ...short, content: `${short.content}\n${'\u3000'.repeat(3000)}` };
    const db = new Database(':memory:', 'writer');
    migrateDatabase(db, 0);
    const words = new WordsThread();
    const kept = () => ({ ...db.statement('select listed, run, length from word_document').get() });
    const handed = await words.list([long], async () => [english.id]);
    await words.close();

    wordWrites.upsertWords(db, { number: 1, analyser: english.id }, short);
    const read = kept();
    wordWrites.upsertWords(
      db,
      { number: 1, analyser: english.id },
      { ...long, content: 'never read', version: 2 },
      handed?.[0],
    );

    expect(handed).toHaveLength(1);
    expect(kept()).toEqual(read);
    expect(read).toMatchObject({ listed: expect.stringContaining(' zebra/1 '), length: expect.any(Number) });
    db.close();
  });

  it.each(['org', 'private'] as const)('leaves no word of a removed item of %s in the file', async (visibility) => {
    const content = 'the password is hunterxyzzy, see src/plughxyzzy.ts';
    const item = aMessage({ orgId: ada.orgId, content, visibility });
    await under.index.upsert(aMessage({ orgId: ada.orgId, content: 'something else', visibility }));
    await under.index.upsert(item);

    await under.index.remove(item.orgId, 'message', item.id, 2);
    await under.threads.close();

    expect(bytesUnder(under.dataDir)).not.toContain('xyzzy');
  });

  it('leaves no word of a session or document, nor its name, when its last item goes', async () => {
    const message = aMessage({ orgId: ada.orgId, content: 'the password is hunterxyzzy', sessionKey: 'talkxyzzy' });
    const memory = aMemory({ orgId: ada.orgId, title: 'Planxyzzy / Freeze', content: 'never xyzzy' });
    const kept = aMessage({ orgId: ada.orgId, content: 'something else', sessionKey: 'kept' });
    for (const item of [message, memory, kept]) await under.index.upsert(item);
    expect(groupsIn(under.dataDir)).toEqual(['Planxyzzy', 'kept', 'talkxyzzy']);

    for (const { kind, id } of [message, memory]) await under.index.remove(ada.orgId, kind, id, 2);

    expect(groupsIn(under.dataDir)).toEqual(['kept']);
    await under.threads.close();
    expect(bytesUnder(under.dataDir)).not.toContain('xyzzy');
  });

  it('answers from memory as a fresh connection does, whatever was written in between', async () => {
    const random = randomOf(11);
    const room = 'closed-room';
    const bob = aPrincipal({ orgId: ada.orgId });
    const scopes = [scope, scopeOf(bob), scopeOf({ ...bob, closedChannels: [room] })];
    const kept = new ReadingConnection(under.dataDir);
    const items = new Map<number, Message>();
    const randomQuery = (of: number) => english.query(randomText(randomOf(of), 1 + (of % 8)));
    const queriesAskedAgain = scopes.map((_, at) => randomQuery(2 + at));
    let writes = 0;

    for (let round = 0; round < 40; round++) {
      await Promise.all(
        Array.from({ length: 25 }, async () => {
          const at = Math.floor(random() * 200);
          const known = items.get(at);
          writes++;
          if (known && random() < 0.3) {
            items.delete(at);
            return under.index.remove(ada.orgId, 'message', known.id, known.version + 1);
          }
          const item = aMessage({
            ...(known && { id: known.id, version: known.version + 1 }),
            ...{ orgId: ada.orgId, principalId: ada.principalId, content: randomText(random) },
            ...{ sessionKey: `session ${at % 9}`, channel: at % 5 === 0 ? room : 'open-room' },
            ...{ visibility: at % 7 === 0 ? 'private' : 'org', state: at % 11 === 0 ? 'archived' : 'active' },
          });
          items.set(at, item);
          return under.index.upsert(item);
        }),
      );
      const fresh = new ReadingConnection(under.dataDir);
      const queryOfAll = randomQuery(round);
      for (const [at, each] of scopes.entries()) {
        const query = round % 2 === 0 ? queryOfAll : queriesAskedAgain[at]!;
        const answer = await answersOf(new EmbeddedTextIndex(kept), each, query);
        expect(answer).toEqual(await answersOf(new EmbeddedTextIndex(fresh), each, structuredClone(query)));
      }
      fresh.close();
    }

    expect(writes).toBe(1000);
    kept.close();

    function answersOf(index: EmbeddedTextIndex, asking: typeof scope, query: WordQuery) {
      const ids = [...items.values()].map(({ id }) => id);
      const groups = Array.from({ length: 9 }, (_, at) => `session ${at}`);
      return Promise.all([
        index.search(asking, query, { kind: 'message' }, 20, bm25),
        index.search(asking, query, { kind: 'message', includeArchived: true, channel: room }, 20, bm25),
        index.score(asking, query, 'message', ids, bm25),
        index.coverage(asking, query, 'message', groups),
      ]);
    }
  }, 60_000);

  it.each([3, 60])(
    'says the same of a document that it finds and that it is asked about, for %d words',
    async (words) => {
      const random = randomOf(words);
      const items = Array.from({ length: 300 }, () => aMessage({ orgId: ada.orgId, content: randomText(random) }));
      await Promise.all(items.map((item) => under.index.upsert(item)));
      const query = english.query(randomText(random, words));

      const found = await under.index.search(scope, query, { kind: 'message' }, 300, bm25);
      const ids = items.map(({ id }) => id);

      expect(found.length).toBeGreaterThan(50);
      expect(await under.index.score(scope, query, 'message', ids, bm25)).toEqual(found);
    },
  );

  it.each(['search', 'score'] as const)(
    'reads the texts with the words of a phrase once in a %s, and of no document that it leaves out',
    async (what) => {
      const says = (more: Partial<Message>) =>
        aMessage({ orgId: ada.orgId, channel: 'here', content: 'more of the same', ...more });
      const items = [
        ...[says({}), says({ content: 'the use of it' }), says({ content: 'nothing' })],
        ...[says({ visibility: 'private' }), says({ state: 'proposed' }), says({ channel: 'elsewhere' })],
      ];
      await Promise.all(items.map((item) => under.index.upsert(item)));
      const query = english.query('"of the" "the same" "of the"');
      const db = new TextCountingDatabase(join(under.dataDir, 'cairn.db'), 'reader');

      const question = { generation: 1, scope, query, bm25 };
      const hits =
        what === 'search'
          ? searchDocuments(db, { ...question, filter: { kind: 'message', channel: 'here' }, limit: 10 })
          : scoreDocuments(db, { ...question, kind: 'message', ids: items.slice(0, 3).map(({ id }) => id) });

      expect(hits.map(({ id }) => id)).toEqual([items[0]!.id, items[1]!.id]);
      expect(db.texts).toBe(2);
      db.close();
    },
  );

  it('drops one generation and leaves the other, and keeps no word of what it dropped', async () => {
    const other = new EmbeddedTextIndex(under.threads, { number: 2, analyser: english.id });
    const ask = (index: EmbeddedTextIndex, word: string) =>
      index.search(scope, english.query(word), { kind: 'message' }, 10, bm25);
    await other.upsert(aMessage({ orgId: ada.orgId, content: 'zebraxyzzy', sessionKey: 'talkxyzzy' }));
    const items = Array.from({ length: 2_100 }, (_, at) => aMessage({ orgId: ada.orgId, content: `lion ${at}` }));
    await Promise.all(items.map((item) => other.upsert(item)));
    await under.index.upsert(items[0]!);
    expect(await ask(other, 'lion')).toHaveLength(10);

    await other.drop();
    await other.drop();

    expect(await ask(other, 'lion')).toEqual([]);
    expect(await ask(under.index, 'lion')).toHaveLength(1);
    expect(groupsIn(under.dataDir)).toEqual([]);
    await other.upsert(items[1]!);
    expect(await ask(other, 'lion')).toHaveLength(1);
    await under.threads.close();
    expect(bytesUnder(under.dataDir)).not.toContain('xyzzy');
  });
});

/** A connection that counts the texts of documents that it reads. */
class TextCountingDatabase extends Database {
  texts = 0;

  override arrays(sql: string): StatementSync {
    const statement = super.arrays(sql);
    if (!/\brun\b/.test(sql)) return statement;
    const iterate = (...values: SQLInputValue[]) => this.count(statement.iterate(...values));
    return { iterate } as StatementSync;
  }

  private *count<Row>(rows: Iterable<Row>): Generator<Row> {
    for (const row of rows) {
      this.texts++;
      yield row;
    }
  }
}

/** Scores each item from its own words: slow and obviously correct. Parts count as `scoredElementsOf` says. */
function bruteForce(documents: readonly ReturnType<typeof counted>[], { terms, parts }: WordQuery, { k1, b }: Bm25) {
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const asked = [...new Set([...terms, ...parts])].map((word) => {
    const df = documents.filter((each) => each.terms.has(word) || each.parts.has(word)).length;
    const idf = Math.log(1 + (documents.length - df + 0.5) / (df + 0.5));
    return { word, isTerm: terms.includes(word), weight: terms.includes(word) ? idf : idf / 2 };
  });
  const most = (k1 + 1) * asked.reduce((sum, { weight }) => sum + weight, 0);
  return documents
    .map((each) => {
      const norm = k1 * (1 - b + (b * each.length) / average);
      const score = asked.reduce((sum, { word, isTerm, weight }) => {
        const inParts = each.parts.get(word) ?? 0;
        const tf = isTerm ? (each.terms.get(word) ?? 0) + inParts / 2 : inParts;
        return tf === 0 ? sum : sum + (weight * (k1 + 1) * tf) / (tf + norm);
      }, 0);
      return { id: each.id, share: score / most };
    })
    .filter(({ share }) => share > 0)
    .sort((x, y) => round(y.share) - round(x.share) || (x.id < y.id ? -1 : 1));
}

function counted(item: Message) {
  const { terms, parts } = english.document(item);
  return { id: item.id, length: terms.length, terms: countsOf(terms), parts: countsOf(parts) };
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const round = (share: number) => Math.round(share * 1e9) / 1e9;
const rounded = (hits: readonly { id: string; share: number }[]) =>
  hits.map(({ id, share }) => ({ id, share: round(share) }));

/** Words by Zipf's law: some are in half of the texts and most in few. */
const WORDS = Array.from({ length: 400 }, (_, rank) =>
  rank % 9 === 5 ? `lib${rank}/zub${rank % 40}.ts` : `zub${rank % 7}x${rank}`,
);

function randomText(random: () => number, length = 1 + Math.floor(random() ** 3 * 60)): string {
  const word = () => WORDS[Math.floor(WORDS.length ** random()) - 1] as string;
  return Array.from({ length }, word).join(' ');
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const bytesUnder = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');

function fromFile<Row>(folder: string, sql: string): Row[] {
  const file = new DatabaseSync(join(folder, 'cairn.db'), { readOnly: true });
  const rows = file.prepare(sql).all() as Row[];
  file.close();
  return rows;
}

const groupsIn = (folder: string): string[] =>
  fromFile<{ name: string }>(
    folder,
    'select distinct group_name as name from word_document where group_name is not null order by 1',
  ).map(({ name }) => name);
