import fc from 'fast-check';
import { identifierParts, IDENTIFIER_FORMS_MAX, readIdentifiers } from './index.ts';

const named = (request: string, text: string) => readIdentifiers(request)?.namedIn(text);

it.each([
  ['ida.berg@post.example', 'Customer IDA.BERG@POST.EXAMPLE pays late'],
  ['ida.berg@post.example', 'write to "ida.berg"@post.example'],
  ['ida.berg@post.example', 'signed up as ida.berg+shop@post.example'],
  ['phone 030-901-8204', 'call +49 30 9018204'],
  ['phone +49-30-901-8204', 'call (30) 901 8204'],
  ['card 5500 0055 5555 5559', 'paid with 5500005555555559.'],
  ['host 10.2.0.7', 'the host 010.002.000.007 is down'],
  ['plate B-KV 4471 / BKV4471', 'the van bkv 4471'],
  ['customer 613', 'Customer record 000613'],
  ['part WHEEL-RX-90 RX-90', 'RX-90 is out of stock'],
  ['build path out/v7/app.zip', 'It lies in D:\\out\\v7\\app.zip.'],
  ['page shop.example/basket', 'see https://www.shop.example/basket.'],
  ['@kite-maker', 'ask kite-maker about it'],
  ['day 2031-04-09', 'the fair on April 9, 2031'],
  ['day 9.4.2031', 'the fair on 2031-04-09'],
  ['at 17:05 / 5:05 PM', 'it begins at 5:05 p.m. sharp'],
  ['Jörg Weiß', 'Dr. Jorg Weiss called'],
  ['client Ольга Котова / Olga Kotova', 'Olga Kotova called'],
  ['王芳 Wang Fang', '客户王芳下单'],
  ['code q7z9-11aa-55', 'the code Q7Z9 11AA 55'],
  ['version 1.2.3', 'runs version 1.2.3 since May'],
  ['case 7-4821', 'the case 7-4821 is open'],
  ['IBAN DE89 3704 0044 0532 0130 00', 'pay to DE89370400440532013000.'],
  ['DE89370400440532013000', 'pay to DE89 3704 0044 0532 0130 00.'],
  ['INV-2024-05-11-003', 'paid inv-2024-05-11-003'],
  ['2031-04-09T17:05:33Z', 'seen at 2031-04-09T17:05:33Z'],
  ['17:05:33', 'seen at 17:05:33'],
  ['10.2.0.7:80', 'listens on 10.2.0.7:80'],
  ['INV#2031', 'paid INV-2031'],
  ['user#1234', 'user#1234 wrote'],
  ['https://shop.example/item?id=57&p=%20', 'see https://shop.example/item?id=57&p=%20.'],
  ['case 4821', 'Case: 4821, case:4821'],
  ['case 4821', 'case:4821'],
  ['card 5500 0055 5555 5559', 'card 5500 0055 5555 5559 12/31'],
  ['phone 555-123-4567', 'call 1 555 123 4567'],
  ['+49 30 901-8204, ext. 204', 'call 030 9018204 ext 204'],
  ['ida@post.example', 'mailto:ida@post.example?subject=hello'],
  ['SCHNEIDER Maria', 'with Schneider Maria'],
  ['Olga Kotova, 09.04.1990', 'Olga Kotova was born on April 9, 1990'],
  ['Customer Olga Kotova', 'Olga Kotova called'],
  ['User ID 4821', 'the user 4821'],
  ['राम कुमार', 'राम कुमार ने कहा'],
  ['박지수', '박지수가 왔다'],
  ['ばば', 'ばばさん'],
])('finds %j in %j', (request, text) => expect(named(request, text)).toBe('whole'));

it.each([
  ['ida@post.example', 'from ida.berg@post.example'],
  ['ida@post.example', 'from berg.ida@post.example'],
  ['ida@post.example', 'from ida@post.example.org'],
  ['post.example', 'from ida@post.example'],
  ['case 4821', 'case 48210'],
  ['case 4821', 'case 7-4821'],
  ['order_77_3', 'order_77_30'],
  ['order_77_3', 'order_77_3_v2'],
  ['/srv/app/conf', '/srv/app/conf.old'],
  ['Olga Kot', 'Olga Kotova called'],
  ['at 5:05 PM', 'it begins at 5:05 am'],
  ['part RX-90', 'part RX-900'],
  ['version 1.2.3', 'version 123'],
  ['case 7-4821', 'case 74821'],
  ['order_77_3', 'order_773'],
  ['10.2.0.7:80', 'the code 1020780'],
  ['room A-12', 'a 12 month contract'],
  ['backup-2024-05-11.tar.gz', 'on 2024-05-11'],
  ['https://log.example/2024-05-11/x', 'on 2024-05-11'],
  ['day 2024-05-11', 'paid INV-2024-05-11-003'],
  ['+49 30 901-8204, ext. 204', 'room 204'],
  ['invoice INV-204 204', 'room 204'],
  ['SCHNEIDER Maria', 'the Schneider of Kiel'],
  ['Olga Kotova, 09.04.1990', 'the fair of 9.4.1990'],
  ['Kotova, Olga, 09.04.1990', 'the fair of 9.4.1990'],
  ['Olga Kotova 4821', 'order 4821'],
  ['Olga Kotova and Ida Berg', 'Ida Berg called'],
  ['Kim 박지수', 'Kim called'],
  ['Harbour Plan 2024', 'the Harbour Plan 2023'],
  ['Maria Anna Schneider', 'Anna Schneider called'],
  ['account 5500 0055 5555', 'account 5500 0055 5555 5559'],
  ['account 0055 5555 5559', 'account 5500 0055 5555 5559'],
  ['account 0055 5555 5559', 'account 5500-0055-5555-5559'],
  ['account 550000555555', 'account 5500 0055 5555 5559'],
  ['account 5500', 'account 5500 0055 5555 5559'],
  ['account 0055', 'account 5500 0055 5555 5559'],
  ['राम कुमार', 'रमा कुमारी'],
  ['राम कुमार', 'राम कुमारी'],
  ['ばば', 'はは'],
  ['박지수', '박지순'],
])('does not find %j in %j', (request, text) => expect(named(request, text)).toBeUndefined());

it('tells that a text names a longer code that begins with it', () => {
  expect(named('token 77ab09fe', 'token 77ab09fe-12ac-4c01')).toBe('beginning');
  expect(named('customer 77120934', 'customer 771209345')).toBeUndefined();
});

it.each(['the old password of the depot', 'department sales', 'WiFi password', 'budget 2024', ''])(
  'reads no identifier in %j',
  (request) => expect(readIdentifiers(request)).toBeUndefined(),
);

it('reads at most eight forms', () => {
  const forms = (count: number) => Array.from({ length: count }, (_, at) => `a${at}b`).join('|');

  expect(readIdentifiers(forms(IDENTIFIER_FORMS_MAX))?.namedIn('the a7b')).toBe('whole');
  expect(readIdentifiers(forms(IDENTIFIER_FORMS_MAX + 1))).toBeUndefined();
  expect(identifierParts(forms(IDENTIFIER_FORMS_MAX + 1))).toHaveLength(IDENTIFIER_FORMS_MAX + 1);
});

it('names itself, alone and in a sentence, whatever it reads', () => {
  const digits = fc.stringMatching(/^\+?[\d().:/-]{1,16}$/);
  const code = fc.stringMatching(/^[A-Za-z0-9#?=&%@_.:/+\\-]{1,20}$/);
  const known = fc.constantFrom(
    ...'card|Olga Kotova|राम कुमार|王芳|박지수|SCHNEIDER|2031-04-09|9.4.2031|17:05|5:05 pm|/|or|ß,'.split('|'),
  );
  const word = fc.oneof(digits, code, known, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }));
  const requests = fc
    .tuple(word, fc.array(word, { maxLength: 4 }))
    .map(([first, others]) => [first, ...others].join(' '));
  fc.assert(
    fc.property(requests, (request) => {
      fc.pre(readIdentifiers(request) !== undefined);
      expect(named(request, request)).toBe('whole');
      expect(named(request, `The note says ${request.trim()}, as before.`)).toBe('whole');
    }),
    { numRuns: 1_000 },
  );
});

it('needs all that one part names', () => {
  expect(named('box 5512 shelf 9931', 'box 5512 is on shelf 9931')).toBe('whole');
  expect(named('box 5512 shelf 9931', 'box 5512 is empty')).toBeUndefined();
});

it('finds a number in each grouping, and no other number', () => {
  const digits = fc.stringMatching(/^[1-9]\d{8,15}$/);
  fc.assert(
    fc.property(
      digits,
      fc.constantFrom('', ' ', '-', '.'),
      fc.integer({ min: 2, max: 5 }),
      (number, separator, size) => {
        const grouped = number.match(new RegExp(`\\d{1,${size}}`, 'g'))!.join(separator);
        expect(named(`account ${number}`, `The account ${grouped}.`)).toBe('whole');
        expect(named(`account ${number}`, `The account ${grouped}1.`)).toBeUndefined();
      },
    ),
  );
});
