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
  const documentsIn = (index: WordIndex) =>
    index.documentsOf(db, findSpace(db, { generation: 1, orgId, kind: 'message' })!);
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
});
