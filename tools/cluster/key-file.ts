import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (folder: string) => join(folder, 'cli.json');

/** Key of an earlier start: it is shown once only, and the stores may outlive this process. */
export function savedKey(folder: string): string | undefined {
  if (!existsSync(fileIn(folder))) return undefined;
  return (JSON.parse(readFileSync(fileIn(folder), 'utf8')) as { key: string }).key;
}

/** Saves the key where the command line looks for it (`--data-dir`), readable by its owner only. */
export function saveKey(folder: string, { url, key }: { url: string; key: string }): void {
  writeFileSync(fileIn(folder), JSON.stringify({ url, key, pid: process.pid, startedAt: Date.now() }), { mode: 0o600 });
  chmodSync(fileIn(folder), 0o600);
}
