import { conversationOf } from './chat-conversations.ts';
import type { Parsed, ReadableFile, ReadOptions } from './parsed.ts';
import { readArray } from './read-array.ts';
import { isRecord } from './record-fields.ts';

const FILE = /(?:^|\/)conversations(?:-\d+)?\.json$/;

/** The `conversations.json` of an export of ChatGPT or claude.ai, or the parts that a large one comes in. */
export const chatExportIn = (files: readonly ReadableFile[]): readonly ReadableFile[] =>
  files.filter(({ name }) => FILE.test(name));

/** What people and an assistant said to each other, file by file. A place's line is the number of the conversation in its file. */
export async function* readChatExport(
  files: readonly ReadableFile[],
  options: ReadOptions = {},
): AsyncGenerator<Parsed> {
  let bytesBefore = 0;
  for (const file of files) {
    const before = bytesBefore;
    const onBytes = (bytes: number) => options.onBytes?.(before + bytes);
    for await (const element of readArray(file, { onBytes })) {
      const place = { file: file.name, line: element.number };
      if ('problem' in element) yield { type: 'failed', place, reason: element.problem };
      else if (isRecord(element.value)) yield* conversationOf(element.value, place, options);
      else yield { type: 'failed', place, reason: 'not a JSON object' };
    }
    bytesBefore += file.bytes;
  }
}
