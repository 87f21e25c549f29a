import {
  BlobReader,
  configure,
  ERR_INVALID_SIGNATURE,
  ZipReader,
  type FileEntry,
} from '@zip.js/zip.js/index-native.js';
import type { ReadableFile } from './parsed.ts';

// Workers would be created from text at run time, which a page's content security policy forbids.
configure({ useWebWorkers: false });

/** Files that operating systems add to an archive. */
const NOT_THEIRS = /(?:^|\/)(?:__MACOSX|\.DS_Store|\._)/;

/**
 * Files of a zip, each unpacked while it is read. A damaged or encrypted zip cannot be read; reading a file with a wrong checksum
 * fails at its end.
 */
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
  // The library would close the stream before it reports a wrong checksum.
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
