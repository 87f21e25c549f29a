import { createReadStream, promises as disk } from 'node:fs';
import { readConversations } from './chat-conversations.ts';
import type { ImportFile, Parsed, ReadOptions } from './parsed.ts';

const FILE = /^conversations(?:-\d+)?\.json$/;
/** It is read as a whole, so that it has to fit into the memory. */
const FILE_BYTES_MAX = 500_000_000;

/** The `conversations.json` of an unpacked export of ChatGPT or claude.ai, or the parts that a large one comes in. */
export async function findChatExport(path: string): Promise<ImportFile[]> {
  const found = await disk.stat(path);
  if (!found.isDirectory()) return [{ path, name: path.split(/[\\/]/).at(-1) ?? path, bytes: found.size }];
  const names = (await disk.readdir(path)).filter((name) => FILE.test(name)).sort();
  const files = names.map(async (name) => ({
    path: `${path}/${name}`,
    name,
    bytes: (await disk.stat(`${path}/${name}`)).size,
  }));
  return Promise.all(files);
}

/** What people and an assistant said to each other, file by file. */
export async function* readChatExport(files: readonly ImportFile[], options: ReadOptions = {}): AsyncGenerator<Parsed> {
  let bytesBefore = 0;
  for (const file of files) {
    yield* readFile(file, options);
    bytesBefore += file.bytes;
    options.onBytes?.(bytesBefore);
  }
}

async function* readFile(file: ImportFile, options: ReadOptions): AsyncGenerator<Parsed> {
  const whole = { file: file.name, line: 1 };
  if (file.bytes > FILE_BYTES_MAX) {
    yield { type: 'failed', place: whole, reason: `the file is larger than ${FILE_BYTES_MAX} bytes` };
    return;
  }
  yield* readConversations(await parsed(file), file.name, options);
}

async function parsed({ path }: ImportFile): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(path)) parts.push(part as Buffer);
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return undefined;
  }
}
