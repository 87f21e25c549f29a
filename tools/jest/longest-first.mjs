import TestSequencer from '@jest/test-sequencer';

/** Longest tests, which must not run last in a fresh clone, where Jest knows no times and takes them by size. */
const longest = [
  ...['reindex', 'elasticsearch-text-index', 'postgres-store', 'sqlite-store', 'readers-of-text'],
  ...['qdrant-vector-index', 'move-into', 'embedded-vector-index', 'recall', 'console.e2e'],
];

/** Orders tests like Jest, by the times of the last run, but runs the longest ones first. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const found = ({ path }) => longest.findIndex((name) => path.endsWith(`/${name}.test.ts`));
    const rank = (test) => (found(test) < 0 ? longest.length : found(test));
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
