import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { DEFAULT_HOOK_CLIENT } from '@cairn/connect/places';

const BYTES_MAX = 50 * 1024 * 1024;
const OWNER_ONLY_MODE = 0o600;
const WAITING_SUFFIX = '.jsonl';
const TAKEN_SUFFIX = '.taken';
/** Age in ms at which a file counts as abandoned by the process that took it. */
const TAKEN_FOR_MS = 10 * 60_000;

/**
 * Queue of unsent messages in files, ordered by file name, with at most 50 MB in all. If the queue is full, the oldest
 * files are deleted.
 */
export class Spool {
  private readonly folder: string;
  private readonly bytesMax: number;

  constructor(folder: string, bytesMax = BYTES_MAX) {
    this.folder = folder;
    this.bytesMax = bytesMax;
  }

  async put(items: readonly unknown[]): Promise<void> {
    if (items.length === 0) return;
    const text = items.map((item) => `${JSON.stringify(item)}\n`).join('');
    const bytes = Buffer.byteLength(text);
    if (bytes > this.bytesMax) return;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.makeRoom(bytes);
    const name = `${String(Date.now()).padStart(15, '0')}-${randomUUID()}`;
    await writeFile(`${this.folder}/${name}.tmp`, text, { mode: OWNER_ONLY_MODE });
    await rename(`${this.folder}/${name}.tmp`, `${this.folder}/${name}${WAITING_SUFFIX}`);
  }

  /**
   * Passes the files one by one to `use`, oldest first, and deletes each file after success. At the first failure, the
   * file is kept and no further file is passed.
   */
  async drain(use: (items: readonly unknown[]) => Promise<void>): Promise<void> {
    await this.giveBack();
    for (const name of await this.names(WAITING_SUFFIX)) {
      const taken = `${this.folder}/${name}${TAKEN_SUFFIX}`;
      const isOurs = await rename(`${this.folder}/${name}`, taken).then(
        () => true,
        () => false,
      );
      if (!isOurs) continue;
      try {
        await use(itemsIn(await readFile(taken, 'utf8')));
        await rm(taken, { force: true });
      } catch (error) {
        await rename(taken, `${this.folder}/${name}`);
        throw error;
      }
    }
  }

  private async makeRoom(bytes: number): Promise<void> {
    const names = await this.names('');
    const sizes = await Promise.all(names.map((name) => this.sizeOf(name)));
    let total = sizes.reduce((sum, size) => sum + size, bytes);
    for (const [at, name] of names.entries()) {
      if (total <= this.bytesMax) return;
      await rm(`${this.folder}/${name}`, { force: true });
      total -= sizes[at]!;
    }
  }

  private async giveBack(): Promise<void> {
    for (const name of await this.names(TAKEN_SUFFIX)) {
      const path = `${this.folder}/${name}`;
      const { ctimeMs } = await stat(path).catch(() => ({ ctimeMs: Date.now() }));
      if (Date.now() - ctimeMs > TAKEN_FOR_MS)
        await rename(path, path.slice(0, -TAKEN_SUFFIX.length)).catch(() => undefined);
    }
  }

  private async names(ending: string): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.filter((name) => name.endsWith(ending)).sort();
  }

  private sizeOf(name: string): Promise<number> {
    return stat(`${this.folder}/${name}`).then(
      ({ size }) => size,
      () => 0,
    );
  }
}

/** Spool of a client. Each client is an agent with a key of its own, so none sends the messages of another one. */
export const spoolOf = (folder: string, client: string): Spool =>
  new Spool(`${folder}/${client === DEFAULT_HOOK_CLIENT ? 'spool' : `spool-${client}`}`);

/** Skips lines that a full disk or a crash cut off, so that these lines do not block the lines after them. */
const itemsIn = (text: string): unknown[] => text.split('\n').flatMap(itemOf);

function itemOf(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
