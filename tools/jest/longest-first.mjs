import TestSequencer from '@jest/test-sequencer';

/** The longest that a clean clone, where Jest remembers no times, must not come to last. */
const longest = ['reindex', 'elasticsearch-text-index', 'qdrant-vector-index', 'embedded-vector-index', 'recall'];

/** Jest's own order, which goes by the times of the last run, after the files that take longest anywhere. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const found = ({ path }) => longest.findIndex((name) => path.endsWith(`/${name}.test.ts`));
    const rank = (test) => (found(test) < 0 ? longest.length : found(test));
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
