import { stemWord } from './stem.ts';

describe('stem', () => {
  test.each([
    ['connect', 'connected', 'connecting', 'connection', 'connections'],
    ['deploy', 'deployed', 'deploying', 'deployment', 'deployments'],
    ['adopt', 'adopted', 'adoption'],
    ['delete', 'deleted', 'deleting', 'deletion'],
    ['migrate', 'migrated', 'migrating', 'migration', 'migrations'],
    ['decide', 'decided', 'deciding'],
    ['decision', 'decisions'],
    ['play', 'plays', 'played', 'playing'],
    ['happy', 'happiness'],
    ['party', 'parties'],
    ['run', 'runs', 'running'],
    ['university', 'universities'],
    ['complete', 'completed', 'completion'],
    ['discuss', 'discussed', 'discussion', 'discussions'],
    ['station', 'stations'],
  ])('gives %s and its family one stem', (...family) => {
    expect(new Set(family.map(stemWord)).size).toBe(1);
  });

  test.each([
    ['nation', 'nat'],
    ['station', 'state'],
    ['day', 'die'],
    ['key', 'kin'],
    ['news', 'newer'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(stemWord(one)).not.toBe(stemWord(other));
  });

  test.each(['ёлка', 'v2', 'x', 'a-b', 'नदी', `${'a'.repeat(60)}ing`])('leaves %s as it is', (word) => {
    expect(stemWord(word)).toBe(word);
  });
});
