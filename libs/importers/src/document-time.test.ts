import { documentTime } from './document-time.ts';

it('is the day that a document names, and unknown where that cannot be, which is said', () => {
  expect(documentTime('2024-03-01')).toEqual({ timestamp: Date.UTC(2024, 2, 1) });
  expect(documentTime('1987-06-01')).toEqual({ timestamp: Date.UTC(1987, 5, 1) });
  expect(documentTime(undefined)).toEqual({});
  for (const date of ['2950-01-01', '0001-01-01', '2024-13-41'])
    expect(documentTime(date)).toEqual({ timestamp: 0, retimed: { took: 'nothing', given: JSON.stringify(date) } });
});
