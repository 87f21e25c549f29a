import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SafeFolder } from './safe-folder.ts';
import { SyncScope } from './sync-scope.ts';

/** Number of paths; `npm run test:sync` tries the promised 200,000, and fewer suffice to detect a missing check. */
const PATHS = Number(process.env['CAIRN_SYNC_PATHS'] ?? 3_000);
const parts = [
  ...['..', '.', '', '~', 'a', 'linked', 'outside', 'canary.md', 'C:', 'file:', '%2e%2e', '..%2f', '\\..\\', '\u0000'],
  ...[
    '…',
    '．．',
    '.git',
    '.cairn-sync',
    'etc',
    'passwd',
    'é',
    'e\u0301',
    '\ud800',
    'a.md',
    'b.MARKDOWN',
    '...',
    '.. ',
  ],
];

/** Seeded sequence of paths, the same in every run. */
function* paths(): Generator<string> {
  let seed = 20;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  for (let made = 0; made < PATHS; made += 1) {
    const named = Array.from({ length: 1 + next(5) }, () => parts[next(parts.length)]!);
    yield (next(6) === 0 ? '/' : '') + named.join(next(8) === 0 ? '\\' : '/') + (next(2) === 0 ? '.md' : '');
  }
}

test(`${PATHS} paths of a workspace that nobody has to believe: nothing outside is read or written`, () => {
  const dir = mkdtempSync(join(tmpdir(), 'cairn-paths-'));
  const root = join(dir, 'root');
  mkdirSync(join(root, 'outside'), { recursive: true });
  mkdirSync(join(dir, 'outside'));
  for (const name of ['outside/canary.md', 'canary.md']) writeFileSync(join(dir, name), 'CANARY');
  symlinkSync(dir, join(root, 'linked'));
  const folder = new SafeFolder(root);
  const scope = new SyncScope();
  let written = 0;
  for (const path of paths()) {
    if (!scope.hasNote(path)) continue;
    try {
      expect(folder.read(path)?.bytes.toString() ?? '').not.toContain('CANARY');
      folder.write(path, Buffer.from('own'), undefined, `${path}.rescue`);
      written += 1;
    } catch (error) {
      expect(String(error)).not.toContain('CANARY');
    }
  }
  folder.close();
  const outside = readdirSync(dir, { recursive: true }).map(String);

  expect(written).toBeGreaterThan(20);
  expect(outside.filter((name) => !name.startsWith('root')).sort()).toEqual([
    'canary.md',
    'outside',
    'outside/canary.md',
  ]);
  expect(readFileSync(join(dir, 'canary.md'), 'utf8')).toBe('CANARY');
  rmSync(dir, { recursive: true, force: true });
}, 60_000);
