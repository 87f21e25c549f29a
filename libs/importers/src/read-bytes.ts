import type { ReadableFile } from './parsed.ts';

/**
 * Reads a file, and unpacks it when its name ends in .gz. `onBytes` receives the number of bytes read so far from the file
 * itself, before unpacking.
 */
export async function* bytesOf(file: ReadableFile, onBytes?: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let read = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.length;
      onBytes?.(read);
      controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
    },
  });
  const counted = file.open().pipeThrough(counting);
  const stream = file.name.endsWith('.gz') ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Parses a file as JSON; the whole file is kept in memory, so it must be small. Undefined when it is not JSON. Throws when the
 * file cannot be read.
 */
export async function jsonOf(file: ReadableFile | undefined): Promise<unknown> {
  if (!file) return undefined;
  const text = new TextDecoder();
  let said = '';
  for await (const bytes of bytesOf(file)) said += text.decode(bytes, { stream: true });
  try {
    return JSON.parse((said + text.decode()).replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
