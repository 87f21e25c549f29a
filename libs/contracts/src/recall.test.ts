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

  it.each([-1, 0.5, 'now', 8_640_000_000_000_001])('names the field of the asking time %p', (askedAtMs) => {
    expect(fieldsRefused({ askedAtMs })).toEqual(['askedAtMs']);
  });

  it('needs neither', () => {
    expect(fieldsRefused({})).toEqual([]);
  });
});
