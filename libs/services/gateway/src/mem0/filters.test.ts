import fc from 'fast-check';
import { readFilters, readFilterText } from './filters.ts';
import {
  metadataOfProvenance,
  provenanceOfMetadata,
  tagsOfMetadata,
  tagsOfMetadataFilter,
  type Metadata,
} from './metadata.ts';

const refused = (field: string) => expect.objectContaining({ issues: [expect.objectContaining({ field })] });

it('joins the conditions under AND', () => {
  const filters = {
    AND: [{ user_id: 'ann', run_id: '1' }, { metadata: { topic: 'boats' } }, { AND: [{ user_id: 'ann' }] }],
  };

  expect(readFilters(filters)).toEqual({
    entities: { user_id: 'ann', run_id: '1' },
    metadataTags: ['metadata:topic=boats'],
  });
});

it('takes an OR of one condition, which selects what the condition selects', () => {
  expect(readFilters({ OR: [{ user_id: 'ann' }] }).entities).toEqual({ user_id: 'ann' });
});

it.each([
  ['filters.OR', { OR: [{ user_id: 'ann' }, { user_id: 'ben' }] }],
  ['filters.NOT', { NOT: [{ user_id: 'ann' }] }],
  ['filters.OR', { OR: [{ user_id: 'ann', run_id: '1' }] }],
  ['filters.AND.1.OR', { AND: [{ user_id: 'ann' }, { OR: [{ run_id: '1' }, { run_id: '2' }] }] }],
  ['filters.AND', { AND: { user_id: 'ann' } }],
  ['filters.AND.0.AND.0.AND.0.AND', { AND: [{ AND: [{ AND: [{ AND: [{ user_id: 'ann' }] }] }] }] }],
  ['filters.userId', { userId: 'ann' }],
  ['filters.user_id', { user_id: null }],
  ['filters.user_id', { user_id: ' ann' }],
  ['filters.user_id', { user_id: { in: ['ann'] } }],
  ['filters.user_id', { AND: [{ user_id: 'ann' }, { user_id: 'ben' }] }],
  ['filters.metadata.where', { metadata: { where: { dock: 'B' } } }],
])('refuses what would select more, or nothing: %s', (field, filters) => {
  expect(() => readFilters(filters)).toThrow(refused(field));
});

it("reads filters of a query as JSON or as Python's client sends them", () => {
  expect(readFilterText(`{"user_id": "o'neil"}`)).toEqual({ user_id: "o'neil" });
  expect(readFilterText("{'user_id': 'ann', 'run_id': '1'}")).toEqual({ user_id: 'ann', run_id: '1' });
  for (const text of [`{'user_id': "o'neil"}`, '[object Object]', "{'user_id': 'a\\'b'}", '["ann"]'])
    expect(() => readFilterText(text)).toThrow(refused('filters'));
});

const aValue = fc.jsonValue({ maxDepth: 2, noUnicodeString: true });
const someMetadata = fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), aValue, { maxKeys: 6 });

it('gives metadata back with the types that it had', () => {
  fc.assert(
    fc.property(someMetadata as fc.Arbitrary<Metadata>, (metadata) => {
      fc.pre(Object.values(metadata).every((value) => JSON.stringify(value).length <= 450));
      const stored = provenanceOfMetadata(metadata);

      expect(metadataOfProvenance(stored)).toEqual(JSON.parse(JSON.stringify(metadata)));
      expect(Object.values(stored)).not.toContain('');
    }),
  );
});

it('finds by a value of metadata only what has that value, of that type', () => {
  const [number, word] = [tagsOfMetadata({ n: 5 }), tagsOfMetadata({ n: '5' })];

  expect(tagsOfMetadataFilter({ n: 5 })).toEqual(number);
  expect(number).not.toEqual(word);
  expect(tagsOfMetadata({ 'a=b': 'c', long: 'x'.repeat(200), where: {} })).toEqual([]);
});
