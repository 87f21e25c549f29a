import { conflictPath, stepOf, type Step } from './plan.ts';

const base = { version: 3, hash: 'base', local: 'base' };
const note = (hash: string, version: number) => ({ hash, version });
const same = { local: 'base', remote: note('base', 3) };
const edited = { local: 'mine', remote: note('theirs', 4) };
const both = { canPush: true, canPull: true };
const push = { canPush: true, canPull: false };
const pull = { canPush: false, canPull: true };

type Row = [string, Parameters<typeof stepOf>[0], Step, Step, Step];

test.each<Row>([
  ['nothing changed', { ...same, common: base }, 'nothing', 'nothing', 'nothing'],
  ['a new file', { local: 'mine', remote: undefined, common: undefined }, 'put', 'put', 'ahead'],
  ['a new note', { local: undefined, remote: note('theirs', 1), common: undefined }, 'pull', 'behind', 'pull'],
  ['the same on both, never seen', { ...same, common: undefined }, 'adopt', 'adopt', 'adopt'],
  ['two texts, never seen', { ...edited, common: undefined }, 'conflict', 'conflict', 'conflict'],
  ['a file edited', { ...same, local: 'mine', common: base }, 'put', 'put', 'ahead'],
  ['a note edited', { ...same, remote: note('theirs', 4), common: base }, 'pull', 'behind', 'pull'],
  ['both edited', { ...edited, common: base }, 'conflict', 'conflict', 'conflict'],
  ['both edited alike', { local: 'one', remote: note('one', 4), common: base }, 'adopt', 'adopt', 'adopt'],
  ['a file deleted', { ...same, local: undefined, common: base }, 'removeThere', 'removeThere', 'ahead'],
  ['a note deleted', { ...same, remote: undefined, common: base }, 'removeHere', 'behind', 'removeHere'],
  ['both deleted', { local: undefined, remote: undefined, common: base }, 'drop', 'drop', 'drop'],
  ['deleted here, edited there', { ...edited, local: undefined, common: base }, 'pull', 'behind', 'pull'],
  ['edited here, deleted there', { ...edited, remote: undefined, common: base }, 'put', 'put', 'ahead'],
])('%s', (_, sides, inBoth, inPush, inPull) => {
  expect([stepOf(sides, both), stepOf(sides, push), stepOf(sides, pull)]).toEqual([inBoth, inPush, inPull]);
});

test('a conflict gets a free name beside the note', () => {
  const taken = new Set(['a.b/c.conflict-7.md']);

  expect(conflictPath('a.b/c.md', 7, () => false)).toBe('a.b/c.conflict-7.md');
  expect(conflictPath('a.b/c.md', 7, (name) => taken.has(name))).toBe('a.b/c.conflict-7-2.md');
});
