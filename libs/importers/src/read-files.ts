import type { ParsedLine, ReadableFile, ReadOptions } from './parsed.ts';

/** Reads files one after another; `onBytes` receives the total number of bytes read so far. */
export async function* readFiles<File extends ReadableFile>(
  files: readonly File[],
  options: ReadOptions,
  readFile: (file: File, options: ReadOptions) => AsyncIterable<ParsedLine>,
): AsyncGenerator<ParsedLine> {
  let bytesBefore = 0;
  for (const file of files) {
    const before = bytesBefore;
    yield* readFile(file, { ...options, onBytes: (bytes) => options.onBytes?.(before + bytes) });
    bytesBefore += file.bytes;
  }
}
