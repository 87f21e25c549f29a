import { endOfPeriod, inTimeZone, isPeriod, startOfPeriod } from './days.ts';
import { MemoryInput } from './records.ts';
import { TimeInput, TimeUntil, ValidFrom, ValidTo } from './vocabulary.ts';

const iso = (at: number) => new Date(at).toISOString();

it.each([
  ['2026-10-05', 'UTC', '2026-10-05T00:00:00.000Z'],
  ['2026-10-05', 'Europe/Berlin', '2026-10-04T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-10-05', 'America/New_York', '2026-10-05T04:00:00.000Z'],
  ['2026-10-05', 'Pacific/Kiritimati', '2026-10-04T10:00:00.000Z'],
  ['2026-10-05', 'Asia/Kathmandu', '2026-10-04T18:15:00.000Z'],
  // In Cairo, clocks go forward at midnight of that day.
  ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00.000Z'],
])('the day %s begins in %s at %s', (day, zone, expected) => {
  expect(iso(startOfPeriod(day, zone))).toBe(expected);
});

it.each([
  ['2026-10-05', '2026-10-05', '2026-10-06'],
  ['2024-02', '2024-02-01', '2024-03-01'],
  ['2026-12', '2026-12-01', '2027-01-01'],
  ['2026', '2026-01-01', '2027-01-01'],
  ['2026-W41', '2026-10-05', '2026-10-12'],
  ['2026-W01', '2025-12-29', '2026-01-05'],
  ['2026-W53', '2026-12-28', '2027-01-04'],
])('the period %s is from %s until before %s', (period, first, after) => {
  expect([startOfPeriod(period, 'UTC'), endOfPeriod(period, 'UTC')].map((at) => iso(at).slice(0, 10))).toEqual([
    first,
    after,
  ]);
});

it('tells periods from other texts', () => {
  expect(['2026-10-05', '2024-02-29', '2026-10', '2026', '2026-W53'].every(isPeriod)).toBe(true);
  const others = ['2026-02-29', '2026-13-01', '2026-1-1', '2026-10-05T00:00Z', '', '2026-00', '2026-13', '2025-W53'];
  expect([...others, '2026-W00', '2026-10-', '202', '1973', '0001-10'].some(isPeriod)).toBe(false);
});

it('reads a month as its beginning, its end or the moment after it, in the zone of the request', () => {
  const times = inTimeZone('Europe/Berlin', () =>
    [TimeInput, TimeUntil, ValidTo].map((schema) => iso(schema.parse('2026-10'))),
  );

  expect(times).toEqual(['2026-09-30T22:00:00.000Z', '2026-10-31T22:59:59.999Z', '2026-10-31T23:00:00.000Z']);
});

it('reads a day as its beginning, its end or the moment after it, in the zone of the request', () => {
  const [from, until, before] = inTimeZone('Europe/Berlin', () =>
    [TimeInput, TimeUntil, ValidTo].map((schema) => iso(schema.parse('2026-10-05'))),
  );

  expect([from, until, before]).toEqual([
    '2026-10-04T22:00:00.000Z',
    '2026-10-05T21:59:59.999Z',
    '2026-10-05T22:00:00.000Z',
  ]);
  expect(iso(TimeInput.parse('2026-10-05'))).toBe('2026-10-05T00:00:00.000Z');
});

it.each([
  1_791_100_000,
  1_000,
  -1,
  1_791_100_000_000_000,
  8_640_000_000_000_001,
  '2026-10-05 10:00',
  '2026-02-30',
  '10000-01-01T00:00:00Z',
])('refuses the time %j, and names the unit', (time) => {
  expect(TimeInput.safeParse(time).error?.issues[0]?.message).toMatch(/milliseconds.*not seconds/u);
  expect(MemoryInput.safeParse({ title: 'Title', content: 'x', timestamp: time }).success).toBe(false);
});

it.each([0, 1_791_100_000_000, '1985-06-01T00:00:00Z', 486_432_000_000, '2026-10-05T10:00:00+02:00'])(
  'takes the time %j',
  (time) => {
    expect(TimeInput.safeParse(time).success).toBe(true);
  },
);

it.each([0, -1, 1_791_100_000])('refuses that something holds from or until %j, by both names', (time) => {
  expect(ValidFrom.safeParse(time).error?.issues[0]?.message).toMatch(/validTo/u);
  expect(ValidTo.safeParse(time).error?.issues[0]?.message).toMatch(/validFrom/u);
});
