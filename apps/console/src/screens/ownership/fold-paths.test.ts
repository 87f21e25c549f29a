import { expect, it } from '@jest/globals';
import { foldPaths } from './fold-paths.ts';

it('leaves out paths and the rule for everything, with their relations, but not the asked thing', () => {
  const node = (key: string, nodeType: string, depth = 1) => ({ key, label: key, nodeType, depth });
  const explored = {
    nodes: [node('libs/x', 'path', 0), node('ana', 'person'), node('*', 'unknown'), node('docs/a.md', 'path')],
    relations: [
      { fromKey: 'ana', toKey: 'libs/x' },
      { fromKey: 'ana', toKey: '*' },
      { fromKey: 'ana', toKey: 'docs/a.md' },
    ],
    truncated: false,
  };

  const folded = foldPaths(explored);

  expect(folded.nodes.map(({ key }) => key)).toEqual(['libs/x', 'ana']);
  expect(folded.relations).toEqual([{ fromKey: 'ana', toKey: 'libs/x' }]);
});
