import { BlobReader, configure, ZipReader, type FileEntry } from '@zip.js/zip.js/index-native.js';
import type { ReadableFile } from './parsed.ts';

// Nothing is made of text at run time, which a page's policy would not allow.
configure({ useWebWorkers: false });

/** What systems put beside the files that somebody packed. */
const NOT_THEIRS = /(?:^|\/)(?:__MACOSX|\.DS_Store|\._)/;

/** The files in a zip, each unpacked while it is read. A zip that is damaged or has a password cannot be read. */
export async function filesInZip(zip: Blob): Promise<ReadableFile[]> {
  const entries = await new ZipReader(new BlobReader(zip)).getEntries();
  const files = entries.filter((entry) => !entry.directory && !NOT_THEIRS.test(entry.filename));
  return files
    .map((entry) => ({
      name: entry.filename.replaceAll('\\', '/'),
      bytes: entry.uncompressedSize,
      open: () => unpacked(entry as FileEntry),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function unpacked(entry: FileEntry): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  entry.getData(writable).catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return readable;
}
