import { bytesOf, type ReadableFile } from '@cairn/importers/in-browser';

const BYTES_MAX = 4 * 1024 * 1024;

/** Reads a whole text file. Returns the reason if it is too long or is no text. */
export async function textOfFile(file: ReadableFile): Promise<string | { readonly problem: string }> {
  if (file.bytes > BYTES_MAX) return { problem: `the file is longer than ${BYTES_MAX} bytes` };
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    let text = '';
    for await (const bytes of bytesOf(file)) text += utf8.decode(bytes, { stream: true });
    return text + utf8.decode();
  } catch (error) {
    return { problem: error instanceof TypeError ? 'the file is not text in UTF-8' : String(error) };
  }
}
