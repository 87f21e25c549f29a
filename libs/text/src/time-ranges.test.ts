import * as fc from 'fast-check';
import type { TimeRange } from '@cairn/contracts';
import { spokenTimesIn, timeRangesIn, mentionedTime, type SaidAt } from './time-ranges.ts';

/** A Sunday. */
const SUNDAY = '2026-11-22T10:00';
const HOUR_MS = 3_600_000;
const utc = (time: string): number => Date.parse(`${time.includes('T') ? time : `${time}T00:00`}Z`);
const inUtc = (at: string = SUNDAY): SaidAt => ({ at: utc(at), timeZone: 'UTC' });
const written = ({ from, to }: TimeRange): string => `${short(from)} ${short(to)}`;
const short = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T00:00', '');
const rangesOf = (query: string, asked: SaidAt = inUtc()): string[] => timeRangesIn(query, asked).map(written);

describe('timeRangesIn', () => {
  test.each<[string, string]>([
    ['what happened on 2023-05-03?', '2023-05-03 2023-05-04'],
    ['the talk of 2023-05-03 14:00', '2023-05-03 2023-05-04'],
    ['on 03.05.2023', '2023-05-03 2023-05-04'],
    ['on 3.5.2023', '2023-05-03 2023-05-04'],
    ['on 31.12.2022', '2022-12-31 2023-01-01'],
    ['what did we plan on May 3, 2023', '2023-05-03 2023-05-04'],
    ['on 3 May 2023', '2023-05-03 2023-05-04'],
    ['on the 3rd of May 2023', '2023-05-03 2023-05-04'],
    ['in May 2023', '2023-05-01 2023-06-01'],
    ['May 2023', '2023-05-01 2023-06-01'],
    ['in 2023-05', '2023-05-01 2023-06-01'],
    ['in 2023', '2023-01-01 2024-01-01'],
    ['during 2023', '2023-01-01 2024-01-01'],
    ['in early May 2023', '2023-05-01 2023-06-01'],
    ['late May 2023', '2023-05-01 2023-06-01'],
    ['at the end of 2023', '2023-01-01 2024-01-01'],
    ['mid-2023', '2023-01-01 2024-01-01'],
    ['in Q1 2024', '2024-01-01 2024-04-01'],
    ['Q3 of 2025', '2025-07-01 2025-10-01'],
    ['what did we plan on the evening of 7 July, 2023?', '2023-07-07 2023-07-08'],
    ['in the afternoon of 2023-05-03', '2023-05-03 2023-05-04'],
    ['the early morning of May 3, 2023', '2023-05-03 2023-05-04'],
    ['on July the 7th, 2023', '2023-07-07 2023-07-08'],
    ['in the week of 5 July 2023', '2023-07-03 2023-07-10'],
    ['the weekend of 8 July 2023', '2023-07-08 2023-07-10'],
    ['in the first week of August 2023', '2023-08-01 2023-08-08'],
    ['the fourth week in May 2023', '2023-05-22 2023-05-29'],
    ['during the last week of February 2024', '2024-02-23 2024-03-01'],
    ['in summer 2021', '2021-06-01 2021-09-01'],
    ['the fall of 2022', '2022-09-01 2022-12-01'],
    ['winter 2023', '2022-12-01 2023-03-01'],
    ['the Sunday before October 25, 2022', '2022-10-23 2022-10-24'],
    ['the Sunday before October 23, 2022', '2022-10-16 2022-10-17'],
    ['on the last weekend before April 10, 2023', '2023-04-08 2023-04-10'],
    ['last week, just before 23 January 2023', '2023-01-16 2023-01-23'],
    ['the week before 3 August 2023', '2023-07-24 2023-07-31'],
  ])('%p names the date itself', (query, range) => {
    expect(rangesOf(query)).toEqual([range]);
  });

  test.each<[string, string]>([
    ['what did I say today', '2026-11-22 2026-11-23'],
    ['yesterday', '2026-11-21 2026-11-22'],
    ['yesterday evening at 7', '2026-11-21 2026-11-22'],
    ['the day before yesterday', '2026-11-20 2026-11-21'],
    ['two days ago', '2026-11-20 2026-11-21'],
    ['tomorrow', '2026-11-23 2026-11-24'],
    ['last week', '2026-11-09 2026-11-16'],
    ['this week', '2026-11-16 2026-11-23'],
    ['next week', '2026-11-23 2026-11-30'],
    ['a week ago', '2026-11-09 2026-11-16'],
    ['the week before last', '2026-11-02 2026-11-09'],
    ['last month', '2026-10-01 2026-11-01'],
    ['three months ago', '2026-08-01 2026-09-01'],
    ['the month before last', '2026-09-01 2026-10-01'],
    ['last year', '2025-01-01 2026-01-01'],
    ['last weekend', '2026-11-14 2026-11-16'],
    ['at the weekend', '2026-11-21 2026-11-23'],
    ['the last 3 days', '2026-11-19 2026-11-22T10:00'],
    ['in the past two weeks', '2026-11-08 2026-11-22T10:00'],
    ['the last couple of weeks', '2026-11-08 2026-11-22T10:00'],
    ['next 3 days', '2026-11-22T10:00 2026-11-26'],
    ['on Friday', '2026-11-20 2026-11-21'],
    ['on Monday', '2026-11-16 2026-11-17'],
    ['next Monday', '2026-11-23 2026-11-24'],
    ['on Friday of last week', '2026-11-20 2026-11-21'],
    ['last March', '2026-03-01 2026-04-01'],
    ['last summer', '2026-06-01 2026-09-01'],
    ['this summer', '2026-06-01 2026-09-01'],
    ['next summer', '2027-06-01 2027-09-01'],
    ['last autumn', '2025-09-01 2025-12-01'],
    ['last winter', '2025-12-01 2026-03-01'],
    ['next winter', '2026-12-01 2027-03-01'],
    ['the evening of yesterday', '2026-11-21 2026-11-22'],
  ])('%p counts from the asking time', (query, range) => {
    expect(rangesOf(query)).toEqual([range]);
  });

  test.each<[string, string]>([
    ['since Monday', '2026-11-16 2026-11-22T10:00'],
    ['since last week', '2026-11-09 2026-11-22T10:00'],
    ['since 2023', '2023-01-01 2026-11-22T10:00'],
    ['since May 2023', '2023-05-01 2026-11-22T10:00'],
    ['since the beginning of 2023', '2023-01-01 2026-11-22T10:00'],
    ['since May', '2026-05-01 2026-11-22T10:00'],
    ['since last summer', '2026-06-01 2026-11-22T10:00'],
    ['since Q1 2024', '2024-01-01 2026-11-22T10:00'],
    ['before summer 2023', '1970-01-01 2023-06-01'],
    ['since 3 December', '2025-12-03 2026-11-22T10:00'],
    ['since next week', '2026-11-23 2026-11-30'],
    ['after 3 May 2023', '2023-05-04 2026-11-22T10:00'],
    ['after May 2023', '2023-06-01 2026-11-22T10:00'],
    ['after tomorrow', '2026-11-24 2026-11-25'],
    ['before 2023-05-03', '1970-01-01 2023-05-03'],
    ['before May 2023', '1970-01-01 2023-05-01'],
    ['before May', '1970-01-01 2026-05-01'],
    ['before 2023', '1970-01-01 2023-01-01'],
    ['until Friday', '1970-01-01 2026-11-20'],
    ['between 3 and 10 May 2022', '2022-05-03 2022-05-11'],
    ['between 3 May 2022 and 10 May 2022', '2022-05-03 2022-05-11'],
    ['between May and July 2023', '2023-05-01 2023-08-01'],
    ['between May 2023 and July 2023', '2023-05-01 2023-08-01'],
    ['between May 2023 and July', '2023-05-01 2023-08-01'],
    ['between March and May 2023', '2023-03-01 2023-06-01'],
    ['between early May 2023 and late June 2023', '2023-05-01 2023-07-01'],
    ['between 2020 and 2022', '2020-01-01 2023-01-01'],
    ['from 2020 to 2022', '2020-01-01 2023-01-01'],
    ['from 3 to 5 May 2022', '2022-05-03 2022-05-06'],
    ['from May 3 to May 5, 2022', '2022-05-03 2022-05-06'],
    ['May 3-5, 2022', '2022-05-03 2022-05-06'],
    ['between 2022-05-01 and 2022-05-10', '2022-05-01 2022-05-11'],
    ['between Monday and Wednesday', '2026-11-16 2026-11-19'],
    ['from Monday to Wednesday', '2026-11-16 2026-11-19'],
  ])('%p is a stretch with two ends', (query, range) => {
    expect(rangesOf(query)).toEqual([range]);
  });

  test.each(['before 1970', 'before 1969-01-01', 'between May 2023 and May 2022'])('%p holds no time', (query) => {
    expect(rangesOf(query)).toEqual([]);
  });

  it('reads every time that the query names', () => {
    expect(rangesOf('was it said on 2023-05-03 or in June 2024?')).toEqual([
      '2023-05-03 2023-05-04',
      '2024-06-01 2024-07-01',
    ]);
  });

  test.each([
    ['on 3 May', '2023-05-03 2023-05-04', '2027-05-03 2027-05-04'],
    ['on May 3rd', '2023-05-03 2023-05-04', '2027-05-03 2027-05-04'],
    ['on 12/25', '2023-12-25 2023-12-26', '2027-12-25 2027-12-26'],
    ['in May', '2023-05-01 2023-06-01', '2027-05-01 2027-06-01'],
    ['in early May', '2023-05-01 2023-06-01', '2027-05-01 2027-06-01'],
    ['between 3 and 10 May', '2023-05-03 2023-05-11', '2027-05-03 2027-05-11'],
    ['between March and May', '2023-03-01 2023-06-01', '2027-03-01 2027-06-01'],
    ['in the second week of November', '2023-11-08 2023-11-15', '2027-11-08 2027-11-15'],
    ['in the last week of February', '2023-02-22 2023-03-01', '2027-02-22 2027-03-01'],
    ['from December 28 to January 3', '2023-12-28 2024-01-04', '2026-12-28 2027-01-04'],
  ])('%p means every year up to the next, so that an old store answers too', (query, one, last) => {
    const ranges = rangesOf(query);

    expect(ranges).toContain(one);
    expect(ranges.at(-1)).toBe(last);
    expect(new Set(ranges).size).toBe(ranges.length);
  });

  it('knows no year without a time, before the first store or in a far future', () => {
    const farthest = 8_640_000_000_000_000;

    expect(rangesOf('on 3 May', { at: 0, timeZone: 'UTC' })).toEqual([]);
    expect(rangesOf('on 3 May', { at: farthest, timeZone: 'Asia/Kolkata' }).length).toBeLessThan(200);
    expect(rangesOf('on 3 May', { at: NaN, timeZone: 'UTC' })).toEqual([]);
  });

  test.each([
    '',
    'May I go now?',
    'it may rain',
    'who is May',
    'we sat on it',
    'Sat down',
    'the sun is up',
    'they march on Rome',
    'Jan said hello',
    'version 2.10.3',
    '10:30',
    'at 10:30',
    '127.0.0.1',
    'error 404',
    'port 2020',
    'right now',
    'in 5 minutes',
    '2 hours ago',
    'in a second',
    'a lone 7',
    '7',
    '31.02.2023',
    '2023-02-30',
    'v2023-05',
    '3 times',
    'a summer job',
    'they fall over',
    'the evening of the party',
    '1/2 cup of sugar',
    'we are open 24/7',
    'was geschah im Mai',
    '昨日',
  ])('%p names no time', (query) => {
    expect(rangesOf(query)).toEqual([]);
  });

  test.each([
    ['UTC', 'yesterday', '2026-11-21 2026-11-22'],
    ['America/New_York', 'yesterday', '2026-11-21T05:00 2026-11-22T05:00'],
    ['Asia/Kolkata', 'yesterday', '2026-11-20T18:30 2026-11-21T18:30'],
    ['Pacific/Kiritimati', 'yesterday', '2026-11-21T10:00 2026-11-22T10:00'],
    ['America/New_York', 'in March 2026', '2026-03-01T05:00 2026-04-01T04:00'],
    ['Europe/Berlin', 'in 2026', '2025-12-31T23:00 2026-12-31T23:00'],
  ])('begins days where they begin in %s: %p', (timeZone, query, range) => {
    expect(rangesOf(query, { at: utc(SUNDAY), timeZone })).toEqual([range]);
  });

  test.each([
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Pacific/Auckland', '2026-09-27', 23],
    ['Pacific/Auckland', '2026-04-05', 25],
    ['America/Santiago, where midnight is skipped,', '2026-09-06', 23],
    ['America/Havana, where midnight comes twice,', '2026-11-01', 25],
    ['Asia/Kolkata', '2026-11-01', 24],
  ])('in %s %s ends at the next midnight, after %d hours', (place, day, hours) => {
    const [range] = timeRangesIn(`on ${day}`, { at: utc(SUNDAY), timeZone: place.split(',')[0]! });

    expect((range!.to - range!.from) / HOUR_MS).toBe(hours);
  });

  test.each([
    ['last week', '2026-11-04T12:00', '2026-10-26T04:00 2026-11-02T05:00'],
    ['last weekend', '2026-11-04T12:00', '2026-10-31T04:00 2026-11-02T05:00'],
    ['on Saturday', '2026-11-04T12:00', '2026-10-31T04:00 2026-11-01T04:00'],
    ['from Saturday to Sunday', '2026-11-04T12:00', '2026-10-31T04:00 2026-11-02T05:00'],
    ['last week', '2026-03-11T12:00', '2026-03-02T05:00 2026-03-09T04:00'],
  ])('moves by days, not by 24 hours, over a change of clocks: %p', (query, at, range) => {
    expect(rangesOf(query, { at: utc(at), timeZone: 'America/New_York' })).toEqual([range]);
  });
});

describe('mentionedTime', () => {
  const told = (text: string, said: SaidAt = inUtc()): string | undefined => {
    const range = mentionedTime(text, said);
    return range && written(range);
  };

  test.each<[string, string]>([
    ['I went to the dentist yesterday.', '2026-11-21 2026-11-22'],
    ['We met last Friday', '2026-11-20 2026-11-21'],
    ['We ship next month', '2026-12-01 2027-01-01'],
    ['It was great last week!', '2026-11-09 2026-11-16'],
    ['It broke on 2023-05-03', '2023-05-03 2023-05-04'],
    ['It broke in May 2023', '2023-05-01 2023-06-01'],
    ['Today I write of yesterday', '2026-11-21 2026-11-22'],
    ['In 2019, or rather on 3 May 2019', '2019-05-03 2019-05-04'],
  ])('%p tells of another time', (text, range) => {
    expect(told(text)).toBe(range);
  });

  test.each(['I am tired today', 'See you tonight', 'I moved here in 2019', 'last year was good', 'nothing', ''])(
    '%p tells of no other day',
    (text) => {
      expect(told(text)).toBeUndefined();
    },
  );

  it('reads only whole dates where the time of saying is unknown', () => {
    const unknown = { at: 0, timeZone: 'UTC' };

    expect(told('on 2023-05-03', unknown)).toBe('2023-05-03 2023-05-04');
    for (const text of ['yesterday', 'last month', 'on Friday', 'on 3 May', 'two weeks ago', 'next weekend']) {
      expect({ text, told: told(text, unknown) }).toEqual({ text, told: undefined });
    }
  });

  it('knows days and months with an hour more', () => {
    const newYork = (at: string) => ({ at: utc(at), timeZone: 'America/New_York' });

    expect(told('today', newYork('2026-11-02T04:30'))).toBeUndefined();
    expect(told('in October 2026', { at: utc(SUNDAY), timeZone: 'Europe/Berlin' })).toBe(
      '2026-09-30T22:00 2026-10-31T23:00',
    );
  });
});

describe('whatever the text', () => {
  const pieces = fc.constantFrom(
    ...['in', 'on', 'since', 'before', 'after', 'until', 'between', 'from', 'to', 'and', 'the', 'early', 'end of', '-'],
    ...['last', 'next', 'this', 'ago', 'week', 'weeks', 'days', 'month', 'weekend', 'year', 'tomorrow', 'yesterday'],
    ...[
      'May',
      'december',
      '3',
      '31',
      '0001',
      '99',
      '1970',
      '1969',
      '2023',
      '9999',
      'BC',
      '12/25',
      '1.1.1900',
      ',',
      ':',
    ],
    ...['summer', 'winter', 'fall of', 'evening of', 'first', 'second week of', 'weekend of', 'the 7th'],
    ...['Monday', 'sun', 'Q1', '2023-05-03', '99999999', 'before last', 'couple of', '5pm'],
  );
  const phrase = fc.array(pieces, { maxLength: 12 }).map((words) => words.join(' '));
  const anyText = fc.oneof(phrase, fc.string({ unit: 'binary', maxLength: 200 }));
  const anyTime = fc.record({
    at: fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom(0, 1, 8_640_000_000_000_000)),
    timeZone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'America/Santiago', 'Africa/Monrovia'),
  });

  it('gives a bounded number of ranges, each from before its end', () => {
    fc.assert(
      fc.property(anyText, anyTime, (text, said) => {
        const told = mentionedTime(text, said);
        const ranges = [...timeRangesIn(text, said), ...(told ? [told] : [])];

        expect(ranges.filter(({ from, to }) => !(from < to))).toEqual([]);
        expect(ranges.length).toBeLessThan(1000);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    'from ',
    'early ',
    'the end of ',
    '(',
    '1',
    '1234567890',
    '1.',
    'May 3 ',
    'year 2020 ',
    'the evening of ',
    'last week before ',
    'week of ',
    'summer of ',
    'between 2020 and ',
    ' ',
  ])('comes to an end with 100,000 characters of %p', (piece) => {
    const text = `in 2023 ${piece.repeat(100_000 / piece.length)}`;

    expect(timeRangesIn(text, inUtc()).length).toBeLessThan(1000);
    expect(() => mentionedTime(text, inUtc())).not.toThrow();
  });
});

describe('spokenTimesIn', () => {
  const spoken = (text: string, isPast: boolean) =>
    spokenTimesIn(text, { ...inUtc(), isPast }).map(({ words, range }) => `${words} ${written(range)}`);

  test.each<[string, string]>([
    ['I will send it by Friday.', 'Friday 2026-11-27 2026-11-28'],
    ['I will send it tomorrow.', 'tomorrow 2026-11-23 2026-11-24'],
    ['The freeze begins on 3 December 2026.', 'on 3 December 2026 2026-12-03 2026-12-04'],
    ['I send them Thursday the 26th so that people have a week', 'Thursday the 26th 2026-11-26 2026-11-27'],
    ['It has to be out by Friday the 13th.', 'Friday the 13th 2026-12-13 2026-12-14'],
    ['It opens in January, as planned.', 'January 2027-01-01 2027-02-01'],
  ])('%s', (text, expected) => {
    expect(spoken(text, false)).toEqual([expected]);
  });

  test.each<[string, string]>([
    ['We moved it on Friday.', 'on Friday 2026-11-20 2026-11-21'],
    ['We sent them Thursday the 12th.', 'Thursday the 12th 2026-11-12 2026-11-13'],
  ])('in the past: %s', (text, expected) => {
    expect(spoken(text, true)).toEqual([expected]);
  });

  it('counts from no day that is unknown', () => {
    expect(spokenTimesIn('I will send it tomorrow.', { at: 0, timeZone: 'UTC', isPast: false })).toEqual([]);
  });
});
