import { cutAtWord } from './cut-at-word.ts';

it('cuts between two words, within a word only if half would be lost, and never within a character', () => {
  expect(cutAtWord('ask the office', 14)).toBe('ask the office');
  expect(cutAtWord('ask the office', 12)).toBe('ask the');
  expect(cutAtWord('a verylongwordindeed', 10)).toBe('a ver');
  expect(cutAtWord('aaa😀aaaaaaaa', 8).isWellFormed()).toBe(true);
});
