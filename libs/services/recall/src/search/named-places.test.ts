import { analyserOf, newestAnalyser } from '@cairn/text';
import { namedPlaces } from './named-places.ts';

const english = analyserOf(newestAnalyser('english'));

const isNamed = (query: string, channel: string | null, subchannel: string | null = null) =>
  namedPlaces(english.query(query).terms, { queryOf: english.query })({ channel, subchannel });

it.each([
  ['What did we decide in #payments?', 'payments', null, true],
  ['who reviewed the PaymentsCore report', 'PaymentsCore', null, true],
  ['the release plan of mobile apps', 'mobile apps', null, true],
  ['the release plan of mobile', 'mobile apps', null, false],
  ['plans for the on-call rota', 'eng', 'on-call', true],
  ['who owns billing', 'payments', null, false],
  ['who owns billing', null, null, false],
  ['who owns billing?', '???', null, false],
])('%s in %s/%s: %s', (query, channel, subchannel, expected) => {
  expect(isNamed(query, channel, subchannel)).toBe(expected);
});
