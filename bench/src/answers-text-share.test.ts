import { shownPart } from './answers-text-share.ts';

const text = 'One two three four five six seven eight nine ten eleven twelve.';

test('counts a text whole, or the passage of it that stands in the answer', () => {
  expect(shownPart(text, `1. Title\n${text} more`)).toBe(text);
  expect(shownPart(text, '… cut three four five six seven eight nine ten … cut')).toBe(
    'three four five six seven eight nine ten',
  );
});

test('counts no few words that stand there by chance, and none of an empty text', () => {
  expect(shownPart(text, 'one two three four')).toBe('');
  expect(shownPart('', 'one two three four')).toBe('');
});
