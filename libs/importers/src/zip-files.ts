import {
  BlobReader,
  configure,
  ERR_INVALID_SIGNATURE,
  ZipReader,
  type FileEntry,
} from '@zip.js/zip.js/index-native.js';
import type { ReadableFile } from './parsed.ts';

// The library creates workers from text at run time, which a page's content security policy forbids.
configure({ useWebWorkers: false });

/** Files that operating systems add to an archive. */
const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX|\.DS_Store|\._)/;

/**
 * Lists the files of a zip; each is unpacked while it is read. Throws for a damaged or encrypted zip; reading a file with a
 * wrong checksum fails at the end of the file.
 */
export async function filesInZip(zip: Blob): Promise<ReadableFile[]> {
  const entries = await new ZipReader(new BlobReader(zip)).getEntries();
  const files = entries.filter((entry) => !entry.directory && !SYSTEM_FILE.test(entry.filename));
  return files
    .map((entry) => ({
      name: entry.filename.replaceAll('\\', '/'),
      bytes: entry.uncompressedSize,
      open: () => unpackedStream(entry as FileEntry),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function unpackedStream(entry: FileEntry): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // Without `preventClose`, the library would close the stream before it reports a wrong checksum.
  const unpacking = entry.getData(writable, { checkSignature: true, preventClose: true });
  unpacking
    .then(
      () => writable.close(),
      (error: unknown) => writable.abort(reasonOf(entry, error)),
    )
    .catch(() => undefined);
  return readable;
}

function reasonOf({ filename }: FileEntry, error: unknown): unknown {
  if (!(error instanceof Error) || error.message !== ERR_INVALID_SIGNATURE) return error;
  return new Error(`${filename} is damaged in the zip: its check sum is wrong`, { cause: error });
}
