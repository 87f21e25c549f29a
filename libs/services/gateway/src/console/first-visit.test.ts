import { FirstVisit } from './first-visit.ts';

const codeOf = (path: string) => new URL(path, 'http://localhost').searchParams.get('code')!;

it('gives the key once, to who knows the code, and never in the address', () => {
  const visit = new FirstVisit();
  const path = visit.pathFor('cairn_secret');

  expect(path).not.toContain('secret');
  expect(visit.keyFor('guessed')).toBeUndefined();
  expect(visit.keyFor(codeOf(path))).toBe('cairn_secret');
  expect(visit.keyFor(codeOf(path))).toBeUndefined();
});

it('lets nobody in where no browser was opened', () => {
  expect(new FirstVisit().keyFor('')).toBeUndefined();
});
