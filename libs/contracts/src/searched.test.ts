import { kindsOf, overs, searchedBy, searchedLine } from './searched.ts';

it.each([
  [{}, 'Searched memories, notes, documents, messages.'],
  [{ tags: [] }, 'Searched memories, notes, documents, messages.'],
  [{ tags: ['billing'] }, 'Searched memories, notes, documents.'],
  [{ categories: ['decision'] }, 'Searched memories, documents.'],
  [{ stores: ['semantic'], tags: ['billing'] }, 'Searched memories, documents.'],
  [{ over: 'all', categories: ['decision'] }, 'Searched memories, notes, documents, messages.'],
  [{ over: 'messages' }, 'Searched messages.'],
] as const)('a recall of %j says: %s', (asked, said) => {
  expect(searchedLine(searchedBy(asked))).toBe(said);
});

it('every value of over searches the kinds that it names, each once', () => {
  const kinds = Object.fromEntries(overs.map((over) => [over, kindsOf(searchedBy({ over }))]));

  expect(kinds).toEqual({
    all: ['memory', 'note', 'message'],
    kept: ['memory', 'note'],
    both: ['memory', 'message'],
    memories: ['memory'],
    notes: ['note'],
    messages: ['message'],
  });
});
