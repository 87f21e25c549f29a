import { limits, type ToolCall } from '@cairn/contracts';

const { toolCalls, toolCallTarget, toolCallFailure } = limits;

/** Collects the tool calls of a conversation until the next message, which keeps them. */
export class CallsSinceMessage {
  /**
   * Calls by the client's id, the oldest first. A call that a message has taken stays here until its result is known.
   */
  private readonly known = new Map<string, ToolCall>();
  private waiting: ToolCall[] = [];

  add(id: string, call: ToolCall | undefined): void {
    if (!call) return;
    this.known.set(id, call);
    this.waiting.push(call);
    if (this.waiting.length > toolCalls.max) this.waiting.shift();
    const [oldest] = this.known.keys();
    if (this.known.size > toolCalls.max) this.known.delete(oldest!);
  }

  /**
   * Adds the error of a call. If a message already has the call, the next message gets the call again, with its error.
   */
  fail(id: string, error: string): void {
    const call = this.known.get(id);
    if (!call) return;
    const failed = { ...call, failed: lineOf(error, toolCallFailure.max) ?? 'failed' };
    this.waiting = [...this.waiting.filter((one) => one !== call), failed];
  }

  /** Removes a call that a person refused. */
  refuse(id: string): void {
    const call = this.known.get(id);
    this.waiting = this.waiting.filter((one) => one !== call);
  }

  /** Returns the calls since the previous message. If there are more than a message may have, returns the newest. */
  take(): { readonly toolCalls?: ToolCall[] } {
    const calls = this.waiting.splice(0);
    return calls.length > 0 ? { toolCalls: calls } : {};
  }
}

/** Builds a call; undefined without a target. A file in the working folder is named relative to it. */
export function toolCallOf(act: ToolCall['act'], target: unknown, folder?: unknown): ToolCall | undefined {
  const line = typeof target === 'string' ? lineOf(target, toolCallTarget.max) : undefined;
  if (line === undefined) return undefined;
  const isInside = act === 'edit' && typeof folder === 'string' && folder !== '' && line.startsWith(`${folder}/`);
  return { act, target: isInside ? line.slice(folder.length + 1) : line };
}

/**
 * The first line of a text that contains a word, cut to at most `max` characters. Undefined if no line contains a word.
 */
function lineOf(text: string, max: number): string | undefined {
  const lines = text.slice(0, READ_CHARS).replaceAll(ERROR_TAGS, '').split('\n');
  const line = lines.map((one) => one.trim()).find((one) => /[\p{L}\p{N}]/u.test(one) && !EXIT_CODE.test(one));
  return line === undefined ? undefined : cutAtWord(line, max);
}

/** Shortens a line between two words, since a secret that is cut in half would no longer be recognised as a secret. */
function cutAtWord(line: string, max: number): string | undefined {
  if (line.length <= max) return line.toWellFormed();
  return (
    line
      .slice(0, line.lastIndexOf(' ', max) + 1)
      .trim()
      .toWellFormed() || undefined
  );
}

const READ_CHARS = 10_000;
const ERROR_TAGS = /<\/?tool_use_error>/g;
/** A line of the client about the end of a command, which says less than the line after it. */
const EXIT_CODE =
  /^(?:(?:Process exited with|Exit) code:? \d+|(?:Wall time|Chunk ID|Original token count|Output):.*)$/i;
