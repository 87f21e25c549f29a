import { describe, expect, it } from '@jest/globals';
import { isSameText } from './is-same-text.ts';

describe('isSameText', () => {
  it('compares texts but for case, white space and the mark at their end', () => {
    expect(isSameText('Cars sail free', 'Cars  sail free.\n')).toBe(true);
    expect(isSameText('The window opens at 01:00…', 'the window opens at 01:00')).toBe(true);
  });

  it('tells texts of other words or other marks within apart', () => {
    expect(isSameText('Cars sail free', 'Cars sail free on Sundays.')).toBe(false);
    expect(isSameText('Port 80.01', 'Port 8001')).toBe(false);
  });
});
