import { limits } from '@cairn/contracts';
import { scoredElementsOf } from './bm25.ts';

describe('scoredElementsOf', () => {
  it('has each term, part and phrase once', () => {
    const query = {
      terms: ['of', 'the', 'of'],
      parts: ['of', 'api', 'api'],
      phrases: [['of', 'the'], ['of the'], ['the', 'of'], ['of', 'the']],
    };

    expect(scoredElementsOf(query)).toEqual({
      terms: ['of', 'the'],
      parts: ['api'],
      phrases: [
        ['of', 'the'],
        ['the', 'of'],
      ],
    });
  });

  it('has only the first phrases of a query that quotes many', () => {
    const phrases = Array.from({ length: 1_100 }, (_, at) => ['number', `${at}`]);

    expect(scoredElementsOf({ terms: [], parts: [], phrases }).phrases).toEqual(
      phrases.slice(0, limits.queryPhrases.max),
    );
  });
});
