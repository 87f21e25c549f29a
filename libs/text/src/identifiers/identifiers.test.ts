import fc from 'fast-check';
import { readIdentifiers } from './index.ts';

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
])('does not find %j in %j', (request, text) => expect(named(request, text)).toBeUndefined());

it('tells that a text names a longer code that begins with it', () => {
  expect(named('token 77ab09fe', 'token 77ab09fe-12ac-4c01')).toBe('beginning');
  expect(named('customer 77120934', 'customer 771209345')).toBeUndefined();
});

it.each(['the old password of the depot', 'department sales', 'WiFi password', 'budget 2024', ''])(
  'reads no identifier in %j',
  (request) => expect(readIdentifiers(request)).toBeUndefined(),
);

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
