import { conversationOf, type ExportOptions } from './chat-conversations.ts';
import type { ParsedLine, ReadableFile, ReadOptions } from './parsed.ts';
import { readArray } from './read-array.ts';
import { readFiles } from './read-files.ts';
import { isRecord } from './record-fields.ts';

const CONVERSATIONS_FILE = /(?:^|\/)conversations(?:-\d+)?\.json$/;

/** Chooses the `conversations.json` of an export of ChatGPT or claude.ai; a large export has numbered parts instead. */
export const chatExportIn = (files: readonly ReadableFile[]): readonly ReadableFile[] =>
  files.filter(({ name }) => CONVERSATIONS_FILE.test(name));

/**
 * Reads the conversations between people and an assistant, file by file. `place.line` is the number of the conversation within
 * its file.
 */
export function readChatExport(files: readonly ReadableFile[], options: ReadOptions = {}): AsyncGenerator<ParsedLine> {
  const instructions = new Set<string>();
  return readFiles(files, options, (file, each) => readFile(file, { ...each, instructions }));
}

async function* readFile(file: ReadableFile, { onBytes, ...options }: ExportOptions): AsyncGenerator<ParsedLine> {
  for await (const element of readArray(file, { onBytes })) {
    const place = { file: file.name, line: element.number };
    if ('problem' in element) yield { type: 'failed', place, reason: element.problem };
    else if (isRecord(element.value)) yield* conversationOf(element.value, place, options);
    else yield { type: 'failed', place, reason: 'not a JSON object' };
  }
}
