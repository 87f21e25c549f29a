import type { PathRule } from '@cairn/contracts';
import { matchesPath } from './path-pattern.ts';
import { rulesFor } from './path-rule.ts';

const aRule = (rule: Partial<PathRule>): PathRule => ({
  tool: 'codeowners',
  repository: 'acme/shop',
  pattern: '*',
  order: 1,
  owners: ['a'],
  confidence: 1,
  evidence: [],
  ...rule,
});

const ownersOf = (path: string, rules: readonly PathRule[]) => rulesFor(path, rules).flatMap(({ rule }) => rule.owners);

describe('matchesPath', () => {
  it.each([
    ['*', 'src/a.ts'],
    ['*.md', 'docs/deep/a.md'],
    ['docs/', 'src/docs/a.md'],
    ['/docs', 'docs/deep/a.md'],
    ['/docs/*', 'docs/a.md'],
    ['/docs/**', 'docs/deep/a.md'],
    ['**/logs', 'build/logs/a'],
    ['/a/**/z', 'a/b/c/z'],
    ['/a/**/z', 'a/z'],
    ['/conf?g/x*.json', 'config/x1.json'],
  ])('%s matches %s', (pattern, path) => {
    expect(matchesPath(pattern, path)).toBe(true);
  });

  it.each([
    ['/docs/*', 'docs/deep/a.md'],
    ['/docs', 'src/docs/a.md'],
    ['*.md', 'a.mdx'],
    ['/a/b', 'a/bc'],
    ['/conf?g', 'conf/g'],
  ])('%s does not match %s', (pattern, path) => {
    expect(matchesPath(pattern, path)).toBe(false);
  });

  it('answers about a hostile pattern with few comparisons', () => {
    expect(matchesPath(`/${'**/a*'.repeat(200)}b`, `${'a/'.repeat(400)}c`)).toBe(false);
  });
});

describe('rulesFor', () => {
  it('takes the last matching line of CODEOWNERS, and nobody where that line names nobody', () => {
    const rules = [
      aRule({ pattern: '*', order: 1, owners: ['all'] }),
      aRule({ pattern: '/src', order: 2, owners: ['src'] }),
      aRule({ pattern: '/src/vendor', order: 3, owners: [] }),
    ];

    expect(ownersOf('src/a.ts', rules)).toEqual(['src']);
    expect(ownersOf('src/vendor/a.ts', rules)).toEqual([]);
    expect(rulesFor('src/vendor/a.ts', rules)).toHaveLength(1);
  });

  it('inherits OWNERS from the folders above, nearest first, until a file ends it', () => {
    const owners = (pattern: string, names: readonly string[], more: Partial<PathRule> = {}) =>
      aRule({ tool: 'owners', pattern, owners: names, ...more });
    const rules = [owners('', ['root']), owners('pkg', ['pkg']), owners('pkg/api', ['api'], { endsInheritance: true })];

    expect(ownersOf('pkg/a.go', rules)).toEqual(['pkg', 'root']);
    expect(ownersOf('pkg/api/a.go', rules)).toEqual(['api']);
    expect(rulesFor('pkg/a.go', rules).map(({ above }) => above)).toEqual([0, 1]);
  });

  it('takes the pattern that says most of rules that stand in no file', () => {
    const rules = [
      aRule({ tool: 'nearest', pattern: '*', owners: ['all'] }),
      aRule({ tool: 'nearest', pattern: '*.md', owners: ['docs'] }),
      aRule({ tool: 'nearest', pattern: '/plugins/x/', owners: ['x'] }),
    ];

    expect(ownersOf('plugins/x/README.md', rules)).toEqual(['x']);
    expect(ownersOf('plugins/y/README.md', rules)).toEqual(['docs']);
    expect(ownersOf('plugins/y/a.ts', rules)).toEqual(['all']);
  });
});
