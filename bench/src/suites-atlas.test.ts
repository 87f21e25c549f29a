import { atlasLines } from './suites-atlas.ts';

it('counts a test, a step or a shape as held if each of its parts passed', () => {
  const outcome = (fullName: string, status = 'passed') => ({ fullName, status, failureMessages: ['Wrong\n at x'] });

  expect(
    atlasLines([
      outcome('scope scope.cross_tenant_absent'),
      outcome('tombstone tombstone.key_normalization_attack (case)'),
      outcome('tombstone tombstone.key_normalization_attack (blanks)', 'failed'),
      outcome('deletion deletion, step 1: is written'),
      outcome('deletion deletion, step 2: is found before', 'failed'),
      outcome('correction correction, A (answer): polarity'),
      outcome('correction correction, B (prompt): polarity'),
      outcome("correction correction, C' (after re-entry): partial", 'failed'),
    ]),
  ).toEqual([
    'failed: tombstone tombstone.key_normalization_attack (blanks): Wrong',
    'failed: deletion deletion, step 2: is found before: Wrong',
    "failed: correction correction, C' (after re-entry): partial: Wrong",
    'tests that need no model: 1 of 2',
    'steps of the deletion: 1 of 2',
    'shapes of a contradiction: 1 of 2',
  ]);
});

it('counts what a correction names beside its shapes, and counts nothing where nothing ran', () => {
  const outcome = (status: string) => ({
    fullName: 'correction correction.survives_reindex (bounded)',
    status,
    failureMessages: [],
  });

  expect(atlasLines([outcome('failed')])).toContain('tests that need no model: 0 of 1');
  for (const nothing of [[], [outcome('pending')]]) expect(() => atlasLines(nothing)).toThrow('No test ran');
});
