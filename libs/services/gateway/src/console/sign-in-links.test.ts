import { SignInLinks } from './sign-in-links.ts';

const codeOf = (path: string) => new URL(path, 'http://localhost').searchParams.get('code')!;

it('gives the key once, to who knows the code, and never in the address', () => {
  const links = new SignInLinks();
  const path = links.pathFor('cairn_secret');

  expect(path).not.toContain('secret');
  expect(links.keyFor('guessed')).toBeUndefined();
  expect(links.keyFor(codeOf(path))).toBe('cairn_secret');
  expect(links.keyFor(codeOf(path))).toBeUndefined();
});

it('keeps two links apart', () => {
  const links = new SignInLinks();
  const [ana, bo] = [links.pathFor('cairn_ana'), links.pathFor('cairn_bo')];

  expect(links.keyFor(codeOf(bo))).toBe('cairn_bo');
  expect(links.keyFor(codeOf(ana))).toBe('cairn_ana');
});
