import { anOrgId, aMessage } from '@cairn/testing';
import { newestAnalyser } from '@cairn/text';
import { Database } from '../sqlite/database.ts';
import { migrateDatabase } from '../store/migrations.ts';
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

  const put = (content: string) => wordWrites.upsertWords(db, generation, aMessage({ orgId, content }));
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
});
