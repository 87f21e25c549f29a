import { kindsOf, recallSources, searchedTextsOf, describeSearchedTexts } from './searched.ts';

it.each([
  [{}, 'Searched memories, notes, documents, messages.'],
  [{ tags: [] }, 'Searched memories, notes, documents, messages.'],
  [{ tags: ['billing'] }, 'Searched memories, notes, documents.'],
  [{ categories: ['decision'] }, 'Searched memories, documents.'],
  [{ stores: ['semantic'], tags: ['billing'] }, 'Searched memories, documents.'],
  [{ sources: 'all', categories: ['decision'] }, 'Searched memories, notes, documents, messages.'],
  [{ sources: 'messages' }, 'Searched messages.'],
] as const)('a recall of %j says: %s', (asked, said) => {
  expect(describeSearchedTexts(searchedTextsOf(asked))).toBe(said);
});

it('every value of sources searches the kinds that it names, each once', () => {
  const kinds = Object.fromEntries(recallSources.map((sources) => [sources, kindsOf(searchedTextsOf({ sources }))]));

  expect(kinds).toEqual({
    all: ['memory', 'note', 'message'],
    'without-messages': ['memory', 'note'],
    'without-notes': ['memory', 'message'],
    memories: ['memory'],
    notes: ['note'],
    messages: ['message'],
  });
});
