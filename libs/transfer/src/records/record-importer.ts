import { promises as disk } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { TransferFailure } from '../failure.ts';
import type { Importer } from '../imports/importer.ts';
import { findMarkdown, type MarkdownFile } from '../markdown/find-markdown.ts';
import { isRecordFile } from '@cairn/graph';
import { checkoutOf, isForeignFile, recordFileOf, Records, sourceOfRecords, type RecordFile } from '@cairn/importers';
import { SafeFolder } from '../sync/safe-folder.ts';
import { RecordProgress } from './record-progress.ts';
import { applyRecordState } from './settle-records.ts';

const BYTES_MAX = 4 * 1024 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Imports the decision records below a folder, and archives memories that the records no longer contain. In a checkout,
 * a record is named by its path below the root of the checkout, so an import of the whole repository gives the same
 * memories.
 */
export async function recordImporter(path: string, name: string | undefined): Promise<Importer> {
  const folder = openFolder(path);
  const checkout = name === undefined ? await checkoutOf(folder.root) : undefined;
  const repository = name ?? checkout?.repository ?? basename(folder.root);
  const below = checkout ? relative(checkout.root, folder.root).replaceAll('\\', '/') : '';
  const files = findMarkdown(folder, isRecordFile).filter((file) => !isForeignFile(file));
  if (files.length === 0) throw new TransferFailure(`${resolve(path)} has no decision records (*.md, *.adoc)`);
  const nameOf = ({ name }: MarkdownFile) => (below === '' ? name : `${below}/${name}`);
  const progress = new RecordProgress();
  return {
    files,
    conflicts: 'present',
    read: async function* (options) {
      const texts = new Map<MarkdownFile, RecordFile | string>();
      for (const file of files) texts.set(file, await textOf(file, nameOf(file)));
      const readable = [...texts.values()].filter((text) => typeof text !== 'string');
      const records = new Records(readable, repository);
      let bytesRead = 0;
      for (const [file, text] of texts) {
        const place = { file: nameOf(file), line: 1 };
        const parsed = typeof text === 'string' ? [{ type: 'failed', place, reason: text } as const] : undefined;
        for (const one of parsed ?? records.memoriesOf(text as RecordFile, options)) {
          progress.note(one);
          yield one;
        }
        bytesRead += file.bytes;
        options.onBytes?.(bytesRead);
      }
    },
    settle: (client, signal) =>
      applyRecordState(client, {
        ...progress.settling(),
        source: sourceOfRecords(repository),
        within: (file) => below === '' || file.startsWith(`${below}/`),
        signal,
      }),
  };
}

/** Reads a file; if that fails, returns the reason as a sentence. */
async function textOf({ path, bytes }: MarkdownFile, name: string): Promise<RecordFile | string> {
  if (bytes > BYTES_MAX) return `the file is longer than ${BYTES_MAX} bytes`;
  const read = await disk.readFile(path).catch((error: Error) => error.message);
  if (typeof read === 'string') return read;
  try {
    return recordFileOf(name, utf8.decode(read).replaceAll('\r\n', '\n'));
  } catch {
    return 'the file is not text in UTF-8';
  }
}

function openFolder(path: string): SafeFolder {
  try {
    return new SafeFolder(path);
  } catch (cause) {
    throw new TransferFailure(`${resolve(path)} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
