import { markdownMemories, type MarkdownKind, type ParsedLine, type ReadOptions } from '@cairn/importers';
import { readNote, removeComments } from '@cairn/notes';
import type { SafeFolder } from '../sync/safe-folder.ts';
import type { MarkdownFile } from './find-markdown.ts';

interface Options extends ReadOptions {
  readonly kind: MarkdownKind;
  readonly source: string;
  /** Path of the folder below the source's root; files are named from that root. */
  readonly below: string;
}

const BYTES_MAX = 4 * 1024 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads Markdown files as memories, one per section. A memory's id derives from the file's name and the section's
 * content, so an unchanged section gives the same memory again, and a changed section gives a new memory.
 */
export async function* readMarkdown(
  folder: SafeFolder,
  files: readonly MarkdownFile[],
  options: Options,
): AsyncGenerator<ParsedLine> {
  let bytesRead = 0;
  for (const file of files) {
    yield* parsedOf(folder, file, options);
    bytesRead += file.bytes;
    options.onBytes?.(bytesRead);
  }
}

function parsedOf(folder: SafeFolder, file: MarkdownFile, options: Options): ParsedLine[] {
  const place = { file: nameOf(file, options), line: 1 };
  try {
    if (file.bytes > BYTES_MAX)
      return [{ type: 'failed', place, reason: `the file is longer than ${BYTES_MAX} bytes` }];
    const read = folder.read(file.name);
    if (!read) return [{ type: 'failed', place, reason: 'the file is gone' }];
    const text = removeComments(utf8.decode(read.bytes).replaceAll('\r\n', '\n'));
    const note = readNote(place.file, text);
    const problem = note.problem === undefined ? [] : [{ type: 'failed', place, reason: note.problem } as const];
    const sections = markdownMemories(place.file, note, options);
    return [...problem, ...(sections.length > 0 ? sections : [{ type: 'blank', place } as const])];
  } catch (error) {
    const isEncoding = error instanceof TypeError;
    return [{ type: 'failed', place, reason: isEncoding ? 'the file is not text in UTF-8' : (error as Error).message }];
  }
}

const nameOf = ({ name }: MarkdownFile, { below }: Options): string => (below === '' ? name : `${below}/${name}`);
