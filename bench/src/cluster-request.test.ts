import { readClusterRequest } from './cluster-request.ts';

test('measures what takes minutes unless told', () => {
  const request = readClusterRequest(['--data', 'sets']);

  expect(request).toMatchObject({
    data: 'sets',
    part: 'dev',
    items: 20_000,
    growth: [],
    cost: undefined,
    out: undefined,
  });
  expect(readClusterRequest(['--data', 'sets', '--cost', '3000']).cost).toBe(3000);
  expect(readClusterRequest(['--data', 'sets', '--growth']).growth).toEqual([10_000, 100_000, 300_000]);
});

test('refuses what it cannot count, and a run without data', () => {
  expect(() => readClusterRequest([])).toThrow('--data is missing');
  expect(() => readClusterRequest(['--data', 'sets', '--items', 'many'])).toThrow('many is no whole number');
  expect(() => readClusterRequest(['--data', 'sets', '--seconds', '0'])).toThrow('0 is no whole number');
});
