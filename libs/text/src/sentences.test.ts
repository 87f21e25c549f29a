import * as fc from 'fast-check';
import { endsAsQuestion, questionShare } from './sentences.ts';

describe('endsAsQuestion', () => {
  test.each(['Really?', 'Really? ', 'He asked "really?"', '(why?)', 'What?!', '本当？', 'حقا؟'])('%s does', (text) => {
    expect(endsAsQuestion(text)).toBe(true);
  });

  test.each(['', '  ', 'No.', 'Is it? Yes.', 'a?b', '!!'])('%p does not', (text) => {
    expect(endsAsQuestion(text)).toBe(false);
  });
});

describe('questionShare', () => {
  test.each<[string, number]>([
    ['', 0],
    ['No.', 0],
    ['Why?', 1],
    ['Yes. Why?', 0.5],
    ['1234. Is it 3.5 or v2.1 now, then?', 28 / 33],
    ['本当？はい。', 0.5],
    ['حقا؟', 1],
    ['a?b', 0],
    ['Why?\nNope', 0.5],
  ])('of %p is %d', (text, share) => {
    expect(questionShare(text)).toBeCloseTo(share, 10);
  });

  it('is a share, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(questionShare(text)).toBeGreaterThanOrEqual(0);
        expect(questionShare(text)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
