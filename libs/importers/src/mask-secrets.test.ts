import { unexploded } from '@cairn/testing';
import { maskSecrets } from './mask-secrets.ts';

// Put together at run time, so that no scanner takes this file for a leak.
const digits = '0123456789'.repeat(5);
const shapes: readonly (readonly [string, string, string])[] = [
  ['an API key', `sk-${'proj-'}Ab${digits.slice(0, 30)}`, '[API key removed]'],
  ['a GitHub token', `gh${'p_'}${'a1B2'.repeat(9)}`, '[GitHub token removed]'],
  ['a fine-grained GitHub token', `github_${'pat_'}${'a1B2_'.repeat(9)}`, '[GitHub token removed]'],
  ['a GitLab token', `glpat-${'abc123_-'.repeat(3)}`, '[GitLab token removed]'],
  ['an npm token', `npm_${'a1B2'.repeat(9)}`, '[npm token removed]'],
  ['a Slack token', `xox${'b-'}${digits}`, '[Slack token removed]'],
  ['an AWS key id', `AK${'IA'}${'ABCD1234'.repeat(2)}`, '[AWS key id removed]'],
  ['a Google key', `AI${'za'}${'a1B2-'.repeat(7)}`, '[Google key removed]'],
  ['a Cairn key', `cairn_${'a1B2_-'.repeat(8)}`, '[Cairn key removed]'],
  ['a JSON web token', `eyJ${'a1'.repeat(9)}.eyJ${'b2'.repeat(9)}.${'c3'.repeat(9)}`, '[JSON web token removed]'],
  ['a bearer credential', `Bearer ${'tok3n/+='.repeat(4)}`, 'Bearer [token removed]'],
];

test.each(shapes)('masks %s and nothing around it', (_, secret, name) => {
  expect(maskSecrets(`before ${secret}, after "${secret}" end`)).toBe(`before ${name}, after "${name}" end`);
});

test('masks whole private key blocks, also one that is cut off', () => {
  const begin = `-----BEGIN ${'RSA '}PRIVATE KEY-----`;
  const end = `-----END ${'RSA '}PRIVATE KEY-----`;

  expect(maskSecrets(`a ${begin}\nMIIE\n${end} b`)).toBe('a [private key removed] b');
  expect(maskSecrets(`a ${begin}\nMIIE\nabc`)).toBe('a [private key removed]');
});

test.each([
  'a task-management-system-for-very-large-teams',
  'sk-learn-and-other-very-long-names-without-figures',
  'the bearer of this letter is known to us all',
  'Bearer authentication-is-what-we-use here',
  'cairn_search is a tool',
  'npm_config_registry',
])('keeps ordinary text: %s', (text) => {
  expect(maskSecrets(text)).toBe(text);
});

test.each(['sk-', 'eyJ-', 'Bearer ', '-----BEGIN PRIVATE KEY----- ', 'xoxb-', 'cairn_'])(
  'takes a megabyte of %p in its stride',
  (piece) => {
    const text = piece.repeat(1_048_576 / piece.length);

    expect(unexploded(() => maskSecrets(text)).length).toBeLessThanOrEqual(text.length);
  },
);
