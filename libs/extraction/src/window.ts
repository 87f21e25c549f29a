import { createHash } from 'node:crypto';
import type { ToolCall } from '@cairn/contracts';
import { extractFrom, type ExtractionOptions } from './extract-from.ts';
import type { Extracted } from './extracted.ts';

/** A message of a conversation, with its position in the conversation. */
interface Turn {
  readonly id: string;
  readonly turn: number;
  readonly role: string;
  readonly speaker: string | null;
  readonly content: string;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly toolCalls: readonly ToolCall[];
}

/**
 * Number of turns of a window; `CONTEXT_TURNS` is the number of turns before the window that are read as its context.
 */
const WINDOW_TURNS = 60;
const CONTEXT_TURNS = 20;
/** Greatest length in characters of a message that is read. A longer message is a log or a document. */
const READ_CHARS = 20_000;

/** Returns the number of the window that contains a turn. */
export const windowOf = (turn: number): number => Math.floor(turn / WINDOW_TURNS);

/** Returns the range of turns of a window with its context; `to` is exclusive. */
export const turnsOfWindow = (number: number): { from: number; to: number } => ({
  from: Math.max(0, number * WINDOW_TURNS - CONTEXT_TURNS),
  to: (number + 1) * WINDOW_TURNS,
});

/**
 * Returns a digest of the texts and tool calls in a window. For the same digest and version, the extractor gives the
 * same proposals.
 */
export const digestOf = (turns: readonly Turn[]): string =>
  createHash('sha256')
    .update(JSON.stringify(turns.map(({ id, content, toolCalls }) => [id, content, toolCalls])))
    .digest('base64url');

/**
 * Extracts the statements of a window. Leaves out statements that only the context before the window makes, since they
 * belong to the former window.
 */
export async function readWindow(
  number: number,
  turns: readonly Turn[],
  options: ExtractionOptions,
): Promise<Extracted[]> {
  const own = new Set<string>(turns.filter(({ turn }) => turn >= number * WINDOW_TURNS).map(({ id }) => id));
  const read = turns.filter(({ content }) => content.length <= READ_CHARS);
  const found = await extractFrom(read.map(messageOf), options);
  return found.filter(({ quotes }) => quotes.some(({ messageId }) => own.has(messageId)));
}

const messageOf = ({ id, role, speaker, content, timestamp, toolCalls }: Turn) => ({
  ...{ id, role, content, timestamp, toolCalls },
  ...(speaker !== null && { speaker }),
});
