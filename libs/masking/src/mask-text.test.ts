import { runBounded } from '@cairn/testing';
import fc from 'fast-check';
import { bitsPerCharacter, isPlaceholder, looksRandom } from './looks.ts';
import { maskText } from './mask-text.ts';
import { AMBIGUOUS_WORD, languages } from './rules/languages.ts';
import { tokenRules } from './rules/tokens.ts';

const mask = (text: string) => maskText(text, { secrets: true }).text;

// Assembled at run time, so that secret scanners do not report this file.
const digits = '0123456789'.repeat(5);
const pem = (word: string) => `-----${word} ${'RSA '}PRIVATE KEY-----`;
const random = (length: number) => 'aB3dE5gH7jK9mN1pQ4rS6tU8vW0xY2zA'.repeat(8).slice(0, length);
const hex = (length: number) => '0f1e2d3c4b5a69788796a5b4c3d2e1f0'.repeat(4).slice(0, length);
const secrets: readonly (readonly [kind: string, secret: string])[] = [
  ['openai-api-key', `sk-${'proj-'}Ab${digits.slice(0, 30)}`],
  ['anthropic-api-key', `sk-${'ant-api03-'}${'aB3_'.repeat(23)}AA`],
  ['github-token', `gh${'p_'}${'a1B2'.repeat(9)}`],
  ['github-token', `gh${'p_'}${'a1B2'.repeat(15)}`],
  ['gitlab-token', `glpat-${'abc123_-'.repeat(3)}`],
  ['npm-access-token', `npm_${random(36)}`],
  ['slack-token', `xox${'b-'}123456789012-${'aB3'.repeat(8)}`],
  ['stripe-key', `sk_${'live_'}${'a1B2'.repeat(6)}`],
  ['aws-access-key-id', `AK${'IA'}${'ABCD1234'.repeat(2)}`],
  ['google-api-key', `AI${'za'}${'a1B2-'.repeat(7)}`],
  ['cairn-key', `cairn_${random(48)}`],
  ['json-web-token', `eyJ${'a1'.repeat(9)}.eyJ${'b2'.repeat(9)}.${'c3'.repeat(9)}`],
  ['private-key', `${pem('BEGIN')}\nMIIE\n${pem('END')}`],
  ['private', '<private>my <private>salary</private></private>'],
  ['private', '<PRIVATE reason="x">b\nb</Private >'],
];

test.each(secrets)('masks a %s and nothing around it', (kind, secret) => {
  expect(mask(`before ${secret}, after`)).toBe(`before [masked: ${kind}], after`);
  expect(maskText(`${secret} and ${secret}`, { secrets: true }).kinds).toEqual([kind, kind]);
});

const told: readonly (readonly [text: string, kept: string])[] = [
  [`Authorization: Bearer ${'tok3n/+='.repeat(4)} it is`, 'Authorization: Bearer [masked: bearer-token] it is'],
  ['Authorization: Basic YW5uOmh1bnRlcjI=', 'Authorization: Basic [masked: basic-credentials]'],
  ['redis://:s3cret@cache:6379/0', 'redis://:[masked: url-password]@cache:6379/0'],
  ['amqps://u:p%20w@mq.example/vhost', 'amqps://u:[masked: url-password]@mq.example/vhost'],
  ['https://user:pw@host/path', 'https://user:[masked: url-password]@host/path'],
  ['postgres://app:s3:cr&t@db.example/main', 'postgres://app:[masked: url-password]@db.example/main'],
  [`a ${pem('BEGIN')}\nMIIE\nabc`, 'a [masked: private-key]'],
  [`see ${pem('BEGIN')} in the guide`, `see ${pem('BEGIN')} in the guide`],
  ['a <private>b', 'a [masked: private]'],
  ['a </private> b', 'a </private> b'],
  ['password: hunter2', 'password: [masked: password]'],
  ['DB_PASSWORD=marigold\nDB_HOST=db', 'DB_PASSWORD=[masked: password]\nDB_HOST=db'],
  ['{"user":"a","password":"hunter2"}', '{"user":"a","password":"[masked: password]"}'],
  ['The password is hunter2, as ever.', 'The password is [masked: password], as ever.'],
  ['credentials: admin / hunter2', 'credentials: admin / [masked: password]'],
  ['Basic YW5uOkZy/GhsaW5nMjQ=', 'Basic [masked: basic-credentials]'],
  [`{"keyName":"key1","value":"${random(86)}=="}`, '{"keyName":"key1","value":"[masked: azure-storage-key]"}'],
  ['Kennwort: Sommer2024!', 'Kennwort: [masked: password]'],
  ['Passwort: geheimnisvoll', 'Passwort: [masked: password]'],
  ['Das Passwort lautet Sonnenblume7.', 'Das Passwort lautet [masked: password].'],
  ['Le mot de passe est „hunter2“', 'Le mot de passe est „[masked: password]“'],
  ['パスワードは hunter22 です', 'パスワードは [masked: password] です'],
  ['usuario: ana clave: abcd1234X', 'usuario: ana clave: [masked: password]'],
  ['Zugangsdaten: admin / hunter2', 'Zugangsdaten: admin / [masked: password]'],
  ['pin: 4821', 'pin: [masked: pin]'],
  ['The PIN is 4821, el PIN es 4821', 'The PIN is [masked: pin], el PIN es [masked: pin]'],
  ['{"userPin":"4821","cvv":123}', '{"userPin":"[masked: pin]","cvv":[masked: pin]}'],
  ['| User | PIN |\n|---|---|\n| ann | 4821 |', '| User | PIN |\n|---|---|\n| ann | [masked: pin] |'],
  ['secret: Tr0ub4dor&3', 'secret: [masked: secret]'],
  ['secret: correcthorse9', 'secret: [masked: secret]'],
  ['code: 4711#', 'code: [masked: pin]'],
  ['Door code 4711#, alarm code - 2580', 'Door code [masked: pin], alarm code - [masked: pin]'],
  ['gate code: #1234', 'gate code: [masked: pin]'],
  ['OTP 482913', 'OTP [masked: pin]'],
  ['Your one-time code is 482913.', 'Your one-time code is [masked: pin].'],
  ['Cookie: lang=en; session=abc123def456; theme=dark', 'Cookie: lang=en; session=[masked: cookie]; theme=dark'],
  ['Set-Cookie: sid=9f8a7b6c5d; Path=/; HttpOnly', 'Set-Cookie: sid=[masked: cookie]; Path=/; HttpOnly'],
  [`curl -b "PHPSESSID=el4ukv0kqb" https://a.example`, 'curl -b "PHPSESSID=[masked: cookie]" https://a.example'],
  ['<password>hunter2</password>', '<password>[masked: password]</password>'],
  ['mysql -uroot -phunter2 shop', 'mysql -uroot -p[masked: password] shop'],
  ['curl -u ann:hunter2 https://example.com', 'curl -u ann:[masked: password] https://example.com'],
  ["ALTER USER app WITH PASSWORD 'hunter2';", "ALTER USER app WITH PASSWORD '[masked: password]';"],
  ['Server=db;Pwd=nimda!23;Encrypt=true', 'Server=db;Pwd=[masked: password];Encrypt=true'],
  [`x-api-key: ${hex(32)}`, 'x-api-key: [masked: api-key]'],
  [`SECRET_KEY=${random(40)}`, 'SECRET_KEY=[masked: api-key]'],
  [`AWS_SECRET_ACCESS_KEY=${'aB3/c'.repeat(8)}`, 'AWS_SECRET_ACCESS_KEY=[masked: aws-secret-access-key]'],
  [`name: API_TOKEN\n  value: "${random(24)}"`, 'name: API_TOKEN\n  value: "[masked: token]"'],
  [`| \`API_TOKEN\` | \`${random(24)}\` |`, '| `API_TOKEN` | `[masked: token]` |'],
  ['| User | Password |\n|---|---|\n| ann | hunter2 |', '| User | Password |\n|---|---|\n| ann | [masked: password] |'],
  [`AK${'IA'}${'ABCD1234'.repeat(2)} ${random(40)}`, '[masked: aws-access-key-id] [masked: aws-secret-access-key]'],
  [`TOKEN=${random(2000)}`, 'TOKEN=[masked: token]'],
  [`"\\ngh${'p_'}${random(36)}\\n"`, '"\\n[masked: github-token]\\n"'],
];

test.each(told)('of %j leaves %j', (text, kept) => {
  expect(mask(text)).toBe(kept);
});

describe.each(Object.entries(languages))('in %s', (_, { password, pin, secret, code, stand }) => {
  const given = (words: string | undefined, value: string) =>
    words?.split(',').map((word) => `${word}: ${value}`) ?? [];
  const cases = [
    ...given(password, 'abcd1234'),
    ...given(password.normalize('NFD'), 'abcd1234'),
    ...given(pin, '4821'),
    ...given(secret, random(24)),
    ...given(code, '4711#'),
  ];

  test.each(cases)('masks %s', (text) => {
    expect(mask(text)).toMatch(/^[^:]+: \[masked: (?:password|pin|secret|token|api-key)\]$/);
  });

  test('masks a password behind a dash', () => {
    for (const word of password.split(',').filter((each) => !AMBIGUOUS_WORD.test(each)))
      expect(mask(`${word} – abcd-1234X`)).toBe(`${word} – [masked: password]`);
  });

  test('keeps words that stand where a secret would be', () => {
    for (const text of stand?.split(',').flatMap((word) => given(password, word)) ?? []) expect(mask(text)).toBe(text);
  });
});

test.each([
  ...['argon2id', 'argon2id-19', 'bcrypt', 'scrypt', 'sha256', 'sha-512', 'pbkdf2-sha256', 'md5', 'utf8mb4', 'base64'],
  ...['varchar255', 'varchar(255)', 'nvarchar50', 'char60', 'text', 'bytea', 'uint8array', 'string|null', 'SecretStr'],
  ...[
    'min8chars',
    'min:8',
    'minLength8',
    'max_64',
    '12characters',
    'at_least_8',
    '8-64',
    '>=12',
    '至少8位',
    'must-be-long',
  ],
])('keeps what tells of passwords: %s', (value) => {
  for (const word of ['password', 'Passwort', 'contraseña', 'пароль', '密码', 'DB_PASSWORD'])
    expect(mask(`${word}: ${value}`)).toBe(`${word}: ${value}`);
});

test.each([
  'error code: 4711',
  'code: 404',
  'Code: #1234',
  'color code: #112233',
  'Erlang/OTP 27',
  'OTP 27 is out',
  'postal code: 10115',
  'Password - required',
  'Passwords - an overview',
  'Password - login',
  'Token - JWT',
  'Пароль - не менее 8 символов',
  'secret: postgres13',
  'secret: registrycreds1',
  'secret: db-credentials-2',
])('leaves %j as it is', (text) => {
  expect(mask(text)).toBe(text);
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
  'password: ${DB_PASSWORD} or {{ .Values.password }} or process.env.PASSWORD',
  'The password is required. The password was stored hashed.',
  'password: z.string().min(8), passwordField, PASSWORD_RESET_URL=https://a.example/b',
  'const { password } = request; login({ password: account.password, token: nextToken });',
  'PWD=/home/ann/work, pass: 12, fail: 0, max_tokens: 4096, token_type: bearer',
  'sessionKey: C1:1793527200.000200, idempotency key 0190c0de-0000-7000-8000-000000000002',
  'integrity sha512-NUM4hyUdhU5LuSVXHwSJonzmxDguKvUg2UbNWZ2UDrXfZSb8l01lYGt8E8HBGK8oHMI0AC5sRdWAUoJjZKPOtg==',
  'arn:aws:secretsmanager:eu-west-1:696227294447:secret:prod/db-AbC123',
  'Das Passwort ist abgelaufen. Le mot de passe est obligatoire. La clave es entender, la parola chiave: costanza',
  'pin: 3, GPIO pin: 17, pin: 4.2.1, pins: 4821, Pin the image to 20240101. The pin is required. SPIN=4821',
  'Cookie: theme=dark; lang=en-US and Set-Cookie: session=; Path=/; Max-Age=31536000 and cookies: session=required',
  'OPENAI_API_KEY=sk-...your key... and https://user:password@example.com/path',
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

test.each(tokenRules.flatMap((rule) => rule.starts.map((start) => [start, rule] as const)))(
  'masks all of a token that begins with %s',
  (start, { rest, ambiguous }) => {
    const shape = new RegExp(`^(?:${rest.replace(/\(\?!\[[^\]]*\]\)/g, '')})$`);
    const looks = (text: string) =>
      looksRandom(text) && !isPlaceholder(text) && (ambiguous || bitsPerCharacter(text) > 2);
    const samples = fc.sample(fc.stringMatching(shape), { numRuns: 120, seed: 7 }).filter(looks);

    expect(samples.length).toBeGreaterThan(0);
    for (const sample of samples) expect(mask(`at ${start}${sample} now`)).toMatch(/^at \[masked: [a-z0-9-]+\] now$/);
  },
);

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
  ...['token=', '?token=', 'pw ', 'password is ', 'mysql -p', 'curl -u ', '|password|\n|---|\n', 'pat.', 'secret: "'],
  ...['<private>', '</private>', 'postgres://', 'a:', 'https://a:a', 'a://', 'SG.a.', ' ', 'A', '\n'],
])('takes a megabyte of %j in its stride', (piece) => {
  const text = piece.repeat(1_048_576 / piece.length);

  expect(runBounded(() => mask(text)).length).toBeGreaterThan(0);
});
