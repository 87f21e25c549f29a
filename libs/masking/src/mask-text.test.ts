import { unexploded } from '@cairn/testing';
import fc from 'fast-check';
import { maskText } from './mask-text.ts';

const mask = (text: string) => maskText(text, { secrets: true }).text;

// Put together at run time, so that no scanner takes this file for a leak.
const digits = '0123456789'.repeat(5);
const pem = (word: string) => `-----${word} ${'RSA '}PRIVATE KEY-----`;
const secrets: readonly (readonly [kind: string, secret: string])[] = [
  ['api-key', `sk-${'proj-'}Ab${digits.slice(0, 30)}`],
  ['anthropic-api-key', `sk-${'ant-api03-'}${'aB3_'.repeat(23)}AA`],
  ['github-token', `gh${'p_'}${'a1B2'.repeat(9)}`],
  ['gitlab-personal-access-token', `glpat-${'abc123_-'.repeat(3)}`],
  ['npm-access-token', `npm_${'a1B2'.repeat(9)}`],
  ['slack-token', `xox${'b-'}123456789012-${'aB3'.repeat(8)}`],
  ['stripe-secret-key-live', `sk_${'live_'}${'a1B2'.repeat(6)}`],
  ['aws-access-key-id', `AK${'IA'}${'ABCD1234'.repeat(2)}`],
  ['aws-secret-access-key', `AWS_SECRET_ACCESS_KEY=${'aB3/c'.repeat(8)}`],
  ['google-api-key', `AI${'za'}${'a1B2-'.repeat(7)}`],
  ['cairn-key', `cairn_${'a1B2_-'.repeat(8)}`],
  ['json-web-token', `eyJ${'a1'.repeat(9)}.eyJ${'b2'.repeat(9)}.${'c3'.repeat(9)}`],
  ['private-key', `${pem('BEGIN')}\nMIIE\n${pem('END')}`],
  ['private', '<private>my <private>salary</private></private>'],
  ['private', '<PRIVATE reason="x">b\nb</Private >'],
];

test.each(secrets)('masks a %s and nothing around it', (kind, secret) => {
  expect(mask(`before ${secret}, after`)).toBe(`before [masked: ${kind}], after`);
  expect(maskText(`${secret} and ${secret}`, { secrets: true }).kinds).toEqual([kind, kind]);
});

test.each([
  [`Authorization: Bearer ${'tok3n/+='.repeat(4)} it is`, 'Authorization: Bearer [masked: bearer-token] it is'],
  ['redis://:s3cret@cache:6379/0', 'redis://[masked: url-credentials]@cache:6379/0'],
  ['amqps://u:p%20w@mq.example/vhost', 'amqps://[masked: url-credentials]@mq.example/vhost'],
  [`a ${pem('BEGIN')}\nMIIE\nabc`, 'a [masked: private-key]'],
  ['a <private>b', 'a [masked: private]'],
  ['a </private> b', 'a </private> b'],
])('of %j leaves %j', (text, kept) => {
  expect(mask(text)).toBe(kept);
});

test('knows connection strings of databases, whatever their password', () => {
  for (const database of ['postgres', 'postgresql', 'mysql', 'mongodb+srv'])
    expect(mask(`use ${database}://app:s3:cr&t@db.example.com/main now`)).not.toMatch(/s3|cr&t/);
});

test('cannot be switched off by the text, but for what is not marked as private', () => {
  const [, token] = secrets[2]!;

  expect(mask(`# secretlint-disable\n${token}`)).not.toContain(token);
  expect(maskText(`${token} <private>x</private>`, { secrets: false }).text).toBe(`${token} [masked: private]`);
});

test.each([
  'a task-management-system-for-very-large-teams',
  'sk-learn-and-other-very-long-names-without-figures',
  'the bearer of this letter is known to us all',
  'Bearer authentication-is-what-we-use here',
  'cairn_search is a tool',
  'npm_config_registry',
  '<privateer>stays</privateer>',
  '0190c0de-0000-7000-8000-000000000002',
  'commit 981b216f0a3c1d2e4b5a69788796a5b4c3d2e1f0 of sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '/home/ana/work/payments/src/index.ts:42:7 and C:\\work\\shop\\a.ts',
  'https://example.com:8080/a?b=c#d and ssh://git@example.com:22/a.git and mail to ana@example.com at 10:30',
  'postgres://localhost:5432/app',
])('keeps ordinary text: %s', (text) => {
  expect(maskText(text, { secrets: true })).toEqual({ text, kinds: [] });
});

test('keeps what people write in words, and says the same when it is asked again', () => {
  const word = fc.constantFrom(
    'deploy',
    'on',
    'Friday',
    'a1',
    'key',
    '=',
    ':',
    '//',
    '@',
    '"',
    '\n',
    '-----',
    'secret',
    'x.y',
  );
  fc.assert(
    fc.property(
      fc.array(word).map((words) => words.join(' ')),
      (text) => {
        expect(mask(text)).toBe(text);
        expect(mask(mask(`${text} ${secrets[2]![1]}`))).toBe(mask(`${text} ${secrets[2]![1]}`));
      },
    ),
  );
});

test('never lets through what stands in a private span', () => {
  const noise = fc.constantFrom('<private>', '</private>', '<private >', 'x', ' ', '<', '/private>');
  fc.assert(
    fc.property(fc.array(noise), fc.array(noise), (before, inside) => {
      const opened = `${before.join('')}<private>${inside.filter((piece) => !piece.includes('/private')).join('')}CANARY`;
      expect(mask(opened)).not.toContain('CANARY');
    }),
  );
});

test.each([
  ...[
    'sk-',
    'sk-proj-',
    'eyJ-',
    'eyJaaaaaaaaaaa.',
    'Bearer ',
    `${pem('BEGIN')} `,
    'xoxb-',
    'xoxb-a-',
    'cairn_',
    'ghs_1_a.',
  ],
  ...['<private>', '</private>', 'postgres://', 'a:', 'https://a:a', 'a://', 'SG.a.', ' ', 'A', '\n'],
])('takes a megabyte of %j in its stride', (piece) => {
  const text = piece.repeat(1_048_576 / piece.length);

  expect(unexploded(() => mask(text)).length).toBeGreaterThan(0);
});
