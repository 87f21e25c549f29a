import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface StaticFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly zipped: Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/**
 * Files of a folder that the build made. All files are read at the first request, so that a new build on disk does not
 * affect a running server.
 */
export class StaticFiles {
  private files: Promise<ReadonlyMap<string, StaticFile>> | undefined;

  constructor(private readonly folder: string) {}

  /** Finds a file by its path below the folder. */
  async find(path: string): Promise<StaticFile | undefined> {
    return (await (this.files ??= this.read())).get(path);
  }

  private async read(): Promise<ReadonlyMap<string, StaticFile>> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return new Map(await Promise.all(paths.map(async (path) => [this.nameOf(path), await fileAt(path)] as const)));
  }

  private nameOf(path: string): string {
    return relative(this.folder, path).split(sep).join('/');
  }
}

async function fileAt(path: string): Promise<StaticFile> {
  const bytes = await readFile(path);
  const type = types[extname(path)] ?? 'application/octet-stream';
  return { type, bytes, zipped: await promisify(gzip)(bytes) };
}

/** Sends a file, compressed if the client takes that. */
export async function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, zipped }: StaticFile,
): Promise<void> {
  const takesZipped = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  if (takesZipped) reply.header('content-encoding', 'gzip');
  await reply
    .header('vary', 'accept-encoding')
    .type(type)
    .send(takesZipped ? zipped : bytes);
}
