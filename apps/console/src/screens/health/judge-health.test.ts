import { expect, it } from '@jest/globals';
import { judgeHealth, type HealthFacts } from './judge-health.ts';

const NOW = 100 * 86_400_000;
const well: HealthFacts = {
  ...{ now: NOW, failed: 0, oldestMs: 0, withoutModel: 0, lateHooks: 0, isFolder: true, backupAt: NOW - 3_600_000 },
  backupProblem: null,
  program: 'cairn',
  disk: { freeBytes: 50, totalBytes: 100 },
};

it('finds nothing wrong with a server that is well', () => {
  expect(judgeHealth(well)).toEqual([]);
  expect(judgeHealth({ ...well, isFolder: false, backupAt: null, disk: null })).toEqual([]);
});

it.each<[Partial<HealthFacts>, RegExp]>([
  [{ failed: 2 }, /^2 deliveries/],
  [{ oldestMs: 3_600_000 }, /^Indexing is 60 minutes behind/],
  [{ disk: { freeBytes: 5, totalBytes: 100 } }, /almost full/],
  [{ backupAt: null }, /^No backup is known/],
  [{ backupAt: NOW - 9 * 86_400_000 }, /9 days old/],
  [{ backupProblem: 'no such bucket' }, /scheduled backup failed/],
  [{ lateHooks: 12 }, /^12 answers came too late/],
  [{ withoutModel: 1 }, /only words are searched/],
])('names what is wrong and the next step: %p', (facts, problem) => {
  const [found, ...others] = judgeHealth({ ...well, ...facts });

  expect(found?.problem).toMatch(problem);
  expect(found?.step).not.toBe('');
  expect(others).toEqual([]);
});
