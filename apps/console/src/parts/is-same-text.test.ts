import { describe, expect, it } from '@jest/globals';
import { headlineOf, isSameText } from './is-same-text.ts';

describe('isSameText', () => {
  it('compares texts but for case, white space, and marks and emphasis around them', () => {
    expect(isSameText('Cars sail free', 'Cars  sail free.\n')).toBe(true);
    expect(isSameText('The window opens at 01:00…', 'the window opens at 01:00')).toBe(true);
    expect(isSameText('Cars sail free', '**Cars sail free!**')).toBe(true);
  });

  it('tells texts of other words or other marks within apart', () => {
    expect(isSameText('Cars sail free', 'Cars sail free on Sundays.')).toBe(false);
    expect(isSameText('Port 80.01', 'Port 8001')).toBe(false);
  });
});

describe('headlineOf', () => {
  it('is the text if the title lacks only a few characters of it', () => {
    const text = 'Cars sail free on Sundays.';

    expect(headlineOf({ title: 'Cars sail free', text })).toBe(text);
  });

  it('is the title of a text that says the same, more than a few words more, or something else', () => {
    const title = 'Cars sail free';

    for (const text of [
      'cars sail free.',
      `Cars sail free ${'on Sundays '.repeat(9)}`,
      'Cars sail free.\nDogs pay.',
      'No',
    ])
      expect(headlineOf({ title, text })).toBe(title);
  });
});
