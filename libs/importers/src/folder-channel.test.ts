import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { channelOnDisk, projectOnDisk } from './folder-channel.ts';
import { isAboveCheckouts } from './folder-path.ts';
import { channelByPath } from './working-folder.ts';

const channelOf = (cwd: string, remote?: string) => channelOnDisk(cwd, remote);

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-folders-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

describe('the channel of a folder that is here', () => {
  const orchard = {
    'orchard/.git/config': '[core]\n',
    'orchard/services/api/a.ts': '',
    'orchard/.git/worktrees/fix/commondir': '../..\n',
    'elsewhere/fix/.git': 'gitdir: ../../orchard/.git/worktrees/fix\n',
    'elsewhere/fix/src/a.ts': '',
    'plain/a.txt': '',
  };
  const remote = '[remote "upstream"]\n\turl = git@code.example:acme/orchard-api.git\n';

  it.each(['orchard', 'orchard/', 'orchard/services/api', 'elsewhere/fix', 'elsewhere/fix/src'])(
    'is the name of the main checkout, and by a remote the name there: %s',
    async (folder) => {
      write(orchard);
      expect(await channelOf(join(root, folder))).toBe('orchard');
      write({ 'orchard/.git/config': remote });
      expect(await channelOf(join(root, folder))).toBe('orchard-api');
    },
  );

  it('is the name of the main checkout for a worktree in it that is gone', async () => {
    write({ ...orchard, 'orchard/.git/config': remote });

    expect(await channelOf(join(root, 'orchard/.claude/worktrees/modest-babbage'))).toBe('orchard-api');
    expect(await channelOf(join(root, 'orchard/services/gone'))).toBe('orchard-api');
    expect(await channelOf(join(root, 'plain'))).toBe('plain');
  });

  it('is the name of a bare repository or of a submodule where there is no other', async () => {
    write({
      'orchard.git/worktrees/main/commondir': '../..\n',
      'trees/main/.git': 'gitdir: ../../orchard.git/worktrees/main\n',
      'orchard/.git/modules/pears/config': '[core]\n',
      'orchard/vendor/.git': 'gitdir: ../.git/modules/pears\n',
    });

    expect(await channelOf(join(root, 'trees/main'))).toBe('orchard');
    expect(await channelOf(join(root, 'orchard/vendor'))).toBe('pears');
  });
});

it.each([
  ['/home/kim/orchard', 'orchard'],
  ['/home/kim/orchard/', 'orchard'],
  ['/home/kim/orchard/.claude/worktrees/modest-babbage', 'orchard'],
  ['/home/kim/orchard/.claude/worktrees/modest-babbage/services/api', 'orchard'],
  ['/home/kim/orchard.worktrees/fix-login', 'orchard'],
  ['/home/kim/orchard-worktrees/fix-login', 'orchard'],
  ['/home/kim/orchard/.worktrees/fix-login', 'orchard'],
  ['/home/kim/.codex/worktrees/a1b2/orchard', 'orchard'],
  ['/home/kim/.cursor/worktrees/orchard/Xy12', 'orchard'],
  ['C:\\Users\\kim\\orchard', 'orchard'],
  ['C:\\Users\\kim\\orchard\\.claude\\worktrees\\fix', 'orchard'],
  ['\\\\wsl$\\Ubuntu\\home\\kim\\orchard', 'orchard'],
  ['/home/kim/Orchard App (neu)', 'Orchard App (neu)'],
  ['/home/kim', 'kim'],
  ['/', undefined],
  ['', undefined],
])('is told by the path of a folder that is elsewhere: %p in %p', async (cwd, channel) => {
  expect(await channelOf(cwd)).toBe(channel);
  expect(await channelByPath(cwd, undefined)).toBe(channel);
});

it('is told by the remote that a conversation names', async () => {
  expect(await channelOf('/home/kim/checkout-2', 'git@code.example:acme/orchard.git')).toBe('orchard');
  expect(await channelOf('/home/kim/checkout-2', 'not an address')).toBe('checkout-2');
});

it.each([
  ['/home/kim/orchard/services/api', 'orchard'],
  ['/home/kim/orchard/', 'orchard'],
  ['/home/kim/orchard/services/api/.claude/worktrees/fix', 'orchard'],
  ['/home/kim/orchard-api', 'orchard-api'],
  ['/home/kim/pears/libs/a', 'fruit'],
  ['C:\\work\\orchard\\services\\api', 'orchard'],
  ['/home/kim/elsewhere/api', 'api'],
])('is that of the outermost checkout that other conversations name: %p is in %p', async (cwd, channel) => {
  const checkouts = new Map([
    ...([
      ['/home/kim/orchard', undefined],
      ['/home/kim/orchard/services', undefined],
    ] as const),
    ...([
      ['/home/kim/pears', 'fruit'],
      ['C:/work/orchard', undefined],
    ] as const),
  ]);

  expect(await channelOnDisk(cwd, undefined, checkouts)).toBe(channel);
});

it.each(['/', '/home', '/home/kim', '/root', 'C:\\', 'C:\\Users\\kim', '/Users/kim', '\\\\wsl$\\Ubuntu\\home\\kim'])(
  'is not that of %p, which is above checkouts',
  (path) => expect(isAboveCheckouts(path)).toBe(true),
);

describe('the project of a conversation', () => {
  const inGit = (cwd: string, remote?: string) => ({
    cwd: cwd.startsWith('/') ? cwd : join(root, cwd),
    isInGit: true,
    remote,
  });

  it('is that of the checkout on this disk, as hooks name it, and none outside of checkouts', async () => {
    write({
      'Orchard/.git/config': '[remote "origin"]\n\turl = git@code.example:Acme/Orchard-API.git\n',
      'Orchard/services/a.ts': '',
      'plain/a.txt': '',
    });

    expect(await projectOnDisk(inGit('Orchard/services'))).toBe('acme/orchard-api');
    expect(await projectOnDisk(inGit('Orchard/.claude/worktrees/gone'))).toBe('acme/orchard-api');
    expect(await projectOnDisk(inGit('plain'))).toBeUndefined();
  });

  it('is told by the conversation for a folder that is elsewhere', async () => {
    const checkouts = new Map([
      ['/srv/pears', 'acme/fruit'],
      ['/srv/orchard', undefined],
    ]);
    const projects = [
      inGit('/srv/gone/checkout-2', 'https://code.example/Acme/Orchard.git'),
      inGit('/srv/pears/libs/a'),
      inGit('/srv/orchard/services'),
      inGit('/srv/.codex/worktrees/a1b2/Plums'),
      { cwd: '/srv/notes', isInGit: false },
    ].map((folder) => projectOnDisk(folder, checkouts));

    expect(await Promise.all(projects)).toEqual(['acme/orchard', 'acme/fruit', 'orchard', 'plums', undefined]);
  });
});
