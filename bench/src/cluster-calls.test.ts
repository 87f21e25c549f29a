import { saturation } from './cluster-calls.ts';

test('names the server that bounds recalls when there are enough replicas', () => {
  const table = saturation({ 'recall-api': 20, postgres: 8, elasticsearch: 5, ingest: 0 });

  expect(table['1 recall replica']).toEqual({ 'by the replicas': 50, 'by postgres': 125, 'the lesser': 50 });
  expect(table['2 recall replicas']).toMatchObject({ 'the lesser': 100 });
  expect(table['8 recall replicas']).toMatchObject({ 'by the replicas': 400, 'the lesser': 125 });
});
