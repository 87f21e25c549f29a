import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

interface ConsoleFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly zipped: Buffer;
}

const INDEX_PAGE = 'index.html';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Files of the built console. All files are read at the first request, so that a new build on disk does not affect a
 * running server.
 */
export class ConsoleFiles {
  private files: Promise<ReadonlyMap<string, ConsoleFile>> | undefined;

  constructor(private readonly folder = fileURLToPath(new URL('./console/', import.meta.url))) {}

  /** Finds a file by its path below the folder. Never returns the page, which needs a nonce. */
  async find(path: string): Promise<ConsoleFile | undefined> {
    return path === INDEX_PAGE ? undefined : (await this.all()).get(path);
  }

  /** Text of the page; undefined if the console is not built. */
  async page(): Promise<string | undefined> {
    return (await this.all()).get(INDEX_PAGE)?.bytes.toString('utf8');
  }

  private all(): Promise<ReadonlyMap<string, ConsoleFile>> {
    return (this.files ??= this.read());
  }

  private async read(): Promise<ReadonlyMap<string, ConsoleFile>> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return new Map(await Promise.all(paths.map(async (path) => [this.nameOf(path), await fileAt(path)] as const)));
  }

  private nameOf(path: string): string {
    return relative(this.folder, path).split(sep).join('/');
  }
}

async function fileAt(path: string): Promise<ConsoleFile> {
  const bytes = await readFile(path);
  const type = types[extname(path)] ?? 'application/octet-stream';
  return { type, bytes, zipped: await promisify(gzip)(bytes) };
}
