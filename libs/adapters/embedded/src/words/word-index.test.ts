import type { Message } from '@cairn/contracts';
import { anOrgId, aMessage } from '@cairn/testing';
import { newestAnalyser } from '@cairn/text';
import { Database } from '../sqlite/database.ts';
import { migrateDatabase } from '../store/migrations.ts';
import { REMOVALS_KEPT } from './documents.ts';
import { sizeOf } from './postings.ts';
import { WordIndex } from './word-index.ts';
import { findSpace } from './word-space.ts';
import { wordWrites } from './words-commands.ts';

const generation = { number: 1, analyser: newestAnalyser('english') };

describe('WordIndex', () => {
  let db: Database;
  const orgId = anOrgId();

  beforeEach(() => {
    db = new Database(':memory:', 'writer');
    migrateDatabase(db, 0);
  });
  afterEach(() => db.close());

  const put = (content: string, more: Partial<Message> = {}): Message => {
    const message = aMessage({ orgId, content, ...more });
    wordWrites.upsertWords(db, generation, message);
    return message;
  };
  const putMany = (count: number, content: string) => {
    for (let at = 0; at < count; at++) put(content);
  };
  const documentsIn = (index: WordIndex, of = orgId) =>
    index.documentsOf(db, findSpace(db, { generation: 1, orgId: of, kind: 'message' })!);
  const countOf = (index: WordIndex, term: string) => sizeOf(documentsIn(index).postingsOf(db, term).lists);

  it('follows a space that had no document yet when it was asked', () => {
    const index = new WordIndex();
    wordWrites.removeWords(db, 1, aMessage({ orgId }), 2);
    expect(countOf(index, 'zebra')).toBe(0);

    put('zebra');

    expect(countOf(index, 'zebra')).toBe(1);
  });

  it('appends however many documents came, and reads again when it cannot know which went', () => {
    const index = new WordIndex();
    const first = put('zebra');
    const known = documentsIn(index);
    const postings = known.postingsOf(db, 'zebra');

    putMany(10_000, 'zebra');
    put('lion', { id: first.id, version: 2 });

    expect(documentsIn(index)).toBe(known);
    expect(known.postingsOf(db, 'zebra')).toBe(postings);
    expect(countOf(index, 'zebra')).toBe(10_000);

    let version = 2;
    const change = (times: number) => {
      for (let time = 0; time < times; time++) put('panda', { id: first.id, version: ++version });
    };
    change(REMOVALS_KEPT);
    expect(documentsIn(index)).toBe(known);
    change(REMOVALS_KEPT + 1);

    expect(documentsIn(index)).not.toBe(known);
    expect(['zebra', 'lion', 'panda'].map((term) => countOf(index, term))).toEqual([10_000, 0, 1]);
  }, 120_000);

  it('drops lists when those that it keeps have grown beyond their bound', () => {
    const index = new WordIndex({ listsBytesMax: 3_000, documentsMax: 1_000 });
    put('zebra lion');
    const lists = () => ['zebra', 'lion'].map((term) => documentsIn(index).postingsOf(db, term));
    const before = lists();
    const countKept = () => lists().filter((each) => before.includes(each)).length;
    expect(countKept()).toBe(2);

    putMany(400, 'zebra lion');

    expect(countKept()).toBeLessThan(2);
    expect([countOf(index, 'zebra'), countOf(index, 'lion')]).toEqual([401, 401]);
  });

  it('drops the spaces that were not asked for longest when one has grown beyond the bound, which is kept alone', () => {
    const index = new WordIndex({ listsBytesMax: 10_000, documentsMax: 200 });
    const other = anOrgId();
    put('zebra');
    put('zebra', { orgId: other });
    const [small, large] = [documentsIn(index, other), documentsIn(index)];
    expect(documentsIn(index, other)).toBe(small);

    putMany(300, 'zebra');

    expect(documentsIn(index)).toBe(large);
    expect(documentsIn(index)).toBe(large);
    expect(documentsIn(index, other)).not.toBe(small);
    expect(documentsIn(index)).not.toBe(large);
  });

  it('drops spaces that are gone when it reads another', () => {
    const index = new WordIndex({ listsBytesMax: 10_000, documentsMax: 250 });
    const [gone, kept, next] = [anOrgId(), anOrgId(), anOrgId()];
    wordWrites.upsertWords(db, { ...generation, number: 2 }, aMessage({ orgId: gone }));
    for (const each of [kept, next]) put('zebra', { orgId: each });
    const known = documentsIn(index, kept);
    index.documentsOf(db, findSpace(db, { generation: 2, orgId: gone, kind: 'message' })!);

    wordWrites.dropWords(db, 2, 100);
    documentsIn(index, next);
    put('zebra');
    documentsIn(index);

    expect(documentsIn(index, kept)).toBe(known);
  });

  it('lists no document that is gone while its generation is dropped', () => {
    putMany(5, 'zebra');
    wordWrites.dropWords(db, 1, 2);

    const index = new WordIndex();

    expect(documentsIn(index).size).toBe(3);
    expect([...documentsIn(index).postingsOf(db, 'zebra').lists[0]!.rows]).toEqual([0, 1, 2]);
  });
});
