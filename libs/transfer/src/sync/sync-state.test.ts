import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SafeFolder } from './safe-folder.ts';
import { SyncState } from './sync-state.ts';

let root: string;
let folder: SafeFolder;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-state-'));
  folder = new SafeFolder(root);
});
afterEach(() => {
  folder.close();
  rmSync(root, { recursive: true, force: true });
});

const common = (version: number) => ({ version, hash: `h${version}`, local: `h${version}` });
const stateFile = () =>
  join(
    root,
    '.cairn-sync',
    readdirSync(join(root, '.cairn-sync')).find((n) => n.endsWith('l'))!,
  );

test('carries on after a kill in the middle of a line', () => {
  const first = new SyncState(folder, 'team');
  first.intend('a.md', 'sent');
  first.belongTo('w1');
  first.settle('a.md', common(1));
  first.settle('b.md', common(2));
  first.drop('b.md');
  first.close();
  appendFileSync(stateFile(), '{"path":"a.md","common":{"versi');
  const second = new SyncState(folder, 'team');
  second.settle('c.md', common(3));
  second.close();
  const third = new SyncState(folder, 'team');
  third.close();

  expect(third.workspaceId).toBe('w1');
  expect([...third.paths()]).toEqual(['a.md', 'c.md']);
  expect(third.common('a.md')).toEqual(common(1));
  expect(readFileSync(join(root, '.cairn-sync/.gitignore'), 'utf8')).toBe('*\n');
});

test('stays as long as what it knows, however often that changes', () => {
  const state = new SyncState(folder, 'team');
  state.belongTo('w1');
  for (let version = 1; version <= 1_500; version += 1) state.settle('a.md', common(version));
  state.close();
  const again = new SyncState(folder, 'team');
  again.close();

  expect(readFileSync(stateFile(), 'utf8').split('\n').length).toBeLessThan(6);
  expect(again.common('a.md')).toEqual(common(1_500));
  expect(again.workspaceId).toBe('w1');
});
