import '../../no-eval.ts';
import { readConversations } from '@cairn/importers/chat-conversations';
import type { LinesOfFile } from './lines-of-file.ts';

/** The messages of an export of ChatGPT or claude.ai, as the command line reads it. */
export function conversationsOf(text: string, file: string, visibility: 'private' | 'org'): LinesOfFile {
  const found: LinesOfFile = { unit: 'conversation', lines: [], errors: [] };
  for (const parsed of readConversations(jsonOf(text), file, { visibility })) {
    const { line } = parsed.place;
    if (parsed.type === 'message') found.lines.push({ line, item: { ...parsed.input } });
    if (parsed.type === 'failed') found.errors.push({ line, message: parsed.reason });
  }
  return found;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
