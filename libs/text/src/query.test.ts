import * as fc from 'fast-check';
import { analyse } from './analyse.ts';
import { analyserOf, newestAnalyser } from './analysers.ts';

const { query: parseQuery } = analyserOf(newestAnalyser('english'));

const holdsRun = (terms: readonly string[], run: readonly string[]) =>
  terms.some((_, at) => run.every((term, offset) => terms[at + offset] === term));

describe('query', () => {
  it('leaves stop words out and says each term once, in order', () => {
    const { terms } = parseQuery('What did the users say about users of deployments?');

    expect(terms).toEqual(['user', 'say', 'deploy']);
  });

  it('keeps the words of a query that has only stop words', () => {
    expect(parseQuery('who are we').terms).toEqual(['who', 'are', 'we']);
    expect(holdsRun(analyse('We must say who are we.').terms, parseQuery('"who are we"').phrases[0]!)).toBe(true);
  });

  test.each(['users', 'api', 'users.ts', 'src/api/users.ts', 'api/users.ts', 'user'])(
    'finds src/api/users.ts by %s',
    (query) => {
      const document = analyse('see src/api/users.ts');
      const { terms, parts } = parseQuery(query);

      const isHit =
        terms.some((term) => document.terms.includes(term)) || parts.some((part) => document.parts.includes(part));
      expect(isHit).toBe(true);
    },
  );

  it('finds one character in a longer text, but never searches single characters of a longer query', () => {
    expect(analyse('我的猫很可爱').parts).toEqual(expect.arrayContaining(parseQuery('猫').parts));
    expect(parseQuery('北京大学').parts).toEqual(['北京', '京大', '大学']);
  });

  it('reads quoted runs as phrases, whose terms are terms too', () => {
    const { terms, phrases } = parseQuery('say “to be or not” and "state of the art" now');

    expect(phrases).toEqual([
      ['to', 'be', 'or', 'not'],
      ['state', 'of', 'the', 'art'],
    ]);
    expect(terms).toEqual(expect.arrayContaining(phrases.flat()));
  });

  test.each([
    ['5" screen and 6" phone', 0],
    ['"open', 0],
    ['""', 0],
    ['" !? "', 0],
    ['他说"你好"吗', 1],
  ])('sees in %s so many phrases: %i', (query, count) => {
    expect(parseQuery(query).phrases).toHaveLength(count);
  });

  it('holds in a document every phrase that was quoted from it', () => {
    const words = fc
      .string({ unit: 'grapheme', maxLength: 40 })
      .map((text) => text.replace(/["\u201c-\u201e\uff02]/g, ''));
    fc.assert(
      fc.property(words, words, words, (before, quoted, after) => {
        const document = analyse(`${before} ${quoted} ${after}`).terms;

        for (const phrase of parseQuery(`${before} "${quoted}" ${after}`).phrases)
          expect(holdsRun(document, phrase)).toBe(true);
      }),
    );
  });

  it('never throws, and says nothing twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        const { terms, parts } = parseQuery(query);
        expect(new Set(terms).size).toBe(terms.length);
        expect(new Set(parts).size).toBe(parts.length);
      }),
    );
  });
});
