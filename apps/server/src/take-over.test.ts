import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CairnError } from '@cairn/contracts';
import { openOrTakeOver } from './take-over.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'cairn-take-over-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const NO_PROCESS = 2 ** 30;
const started = (pid: number) =>
  writeFileSync(
    join(dataDir, 'cli.json'),
    JSON.stringify({ url: 'http://127.0.0.1:7070', key: 'k', pid, startedAt: 1 }),
  );
const open = () =>
  openOrTakeOver({ dataDir, program: 'cairn' }, async () => {
    throw new CairnError('data/locked', 'The data folder is in use.');
  });

test('names the server that holds the folder, and the command that opens it', async () => {
  started(process.pid);

  await expect(open()).rejects.toThrow('in use.\nIts server is http://127.0.0.1:7070. Sign in: cairn open');
});

test('names no server that has ended', async () => {
  started(NO_PROCESS);

  await expect(open()).rejects.toThrow(/in use\.$/);
});
