import { MessageSearchRequest, RecallRequest } from './recall.ts';

describe.each([
  ['RecallRequest', RecallRequest],
  ['MessageSearchRequest', MessageSearchRequest],
])('%s', (_, schema) => {
  const fieldsRefused = (request: object): PropertyKey[] =>
    schema.safeParse({ query: 'q', ...request }).error?.issues.map(({ path }) => path[0]!) ?? [];

  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])(
    'takes the time zone %s',
    (timeZone) => {
      expect(schema.parse({ query: 'q', timeZone })).toMatchObject({ timeZone });
    },
  );

  it.each(['', 'Mars/Olympus', 'Europe/Berlin ', 'x'.repeat(65), 7, null])(
    'names the field of the time zone %p',
    (timeZone) => {
      expect(fieldsRefused({ timeZone })).toContain('timeZone');
    },
  );

  it.each([1_772_348_400_000, '2026-03-01T07:00:00Z', '2026-03-01T08:00:00.000+01:00'])(
    'takes the asking time %p as epoch ms',
    (askedAtMs) => {
      expect(schema.parse({ query: 'q', askedAtMs })).toMatchObject({ askedAtMs: 1_772_348_400_000 });
    },
  );

  it.each([
    -1,
    0.5,
    'now',
    8_640_000_000_000_001,
    '2026-02-30',
    '2026-03-01T07:00:00',
    '2026-02-30T07:00:00Z',
    '1969-12-31T23:59:59Z',
    true,
  ])('names the field of the asking time %p', (askedAtMs) => {
    expect(fieldsRefused({ askedAtMs })).toEqual(['askedAtMs']);
  });

  it('needs neither', () => {
    expect(fieldsRefused({})).toEqual([]);
  });
});
