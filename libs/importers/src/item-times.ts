import type { TimeReader } from './foreign-times.ts';
import type { ParsedLine, TimeReplacement } from './parsed.ts';

/** Start and end of a conversation, as values of the file that may be times, best first. */
interface Span {
  readonly began?: readonly unknown[];
  readonly ended?: readonly unknown[];
  /** Values for the time of an item if no time of its conversation is known, such as the date of the file. */
  readonly otherwise?: readonly unknown[];
}

type Item = Extract<ParsedLine, { type: 'message' | 'memory' }>;

interface WaitingItem {
  readonly parsed: ParsedLine;
  readonly given: string | undefined;
}

interface Conversation {
  /** Latest known time in epoch ms; 0 if no time is known yet. */
  before: number;
  readonly waiting: WaitingItem[];
}

const CONVERSATIONS_MAX = 1_000;
const WAITING_ITEMS_MAX = 1_000;

/**
 * Assigns times to items. If the time of an item is missing or invalid, the item gets the time of the nearest line of
 * its conversation that has a time. The item, and all lines after it, wait for the next line with a time. If no time is
 * known at all, the item stays undated.
 */
export class ItemTimes {
  private readonly conversations = new Map<string, Conversation>();
  private readonly read: TimeReader;
  private readonly span: Span;

  constructor(read: TimeReader, span: Span = {}) {
    this.read = read;
    this.span = span;
  }

  /** Takes a line of the conversation `name`. The line's time is the first valid one of `values`. */
  *take(parsed: ParsedLine, values: readonly unknown[], name = ''): Generator<ParsedLine> {
    const conversation = this.conversations.get(name) ?? this.begin(name);
    const time = this.read(...values);
    if (time > 0) {
      yield* this.settle(conversation, time);
      conversation.before = time;
      yield isItem(parsed) ? withTime(parsed, time) : parsed;
    } else if (isItem(parsed) || conversation.waiting.length > 0) {
      conversation.waiting.push({ parsed, given: findGivenTime(values) });
      if (conversation.waiting.length === WAITING_ITEMS_MAX) yield* this.settle(conversation, 0);
    } else yield parsed;
    if (this.conversations.size > CONVERSATIONS_MAX) yield* this.endFirst();
  }

  /** Yields the lines that still wait at the end of the file. */
  *finish(): Generator<ParsedLine> {
    while (this.conversations.size > 0) yield* this.endFirst();
  }

  private begin(name: string): Conversation {
    const conversation = { before: this.read(...(this.span.began ?? [])), waiting: [] };
    this.conversations.set(name, conversation);
    return conversation;
  }

  private *endFirst(): Generator<ParsedLine> {
    const [[name, conversation] = []] = this.conversations;
    if (name === undefined || !conversation) return;
    this.conversations.delete(name);
    yield* this.settle(conversation, this.read(...(this.span.ended ?? [])));
  }

  /**
   * Yields the waiting lines. A line without a time gets the time before or the time after the waiting lines, whichever
   * is fewer lines away.
   */
  private *settle({ before, waiting }: Conversation, after: number): Generator<ParsedLine> {
    const all = waiting.splice(0);
    for (const [at, { parsed, given }] of all.entries()) {
      const isNearerBefore = at + 1 <= all.length - at;
      const nearest = before === 0 || after === 0 ? before || after : isNearerBefore ? before : after;
      const time = nearest || this.read(...(this.span.otherwise ?? []));
      const retimed: TimeReplacement = {
        took: time === 0 ? 'nothing' : 'nearest',
        ...(given !== undefined && { given }),
      };
      yield isItem(parsed) ? withTime(parsed, time, retimed) : parsed;
    }
  }
}

const isItem = (parsed: ParsedLine): parsed is Item => parsed.type === 'message' || parsed.type === 'memory';

function withTime(item: Item, timestamp: number, retimed?: TimeReplacement): ParsedLine {
  const had = retimed && { retimed };
  return item.type === 'message'
    ? { ...item, input: { ...item.input, timestamp }, ...had }
    : { ...item, input: { ...item.input, timestamp }, ...had };
}

const GIVEN_TIME_CHARS_MAX = 40;

/** Returns the first value that is not empty, as it is written in the file. */
function findGivenTime(values: readonly unknown[]): string | undefined {
  const value = values.find((value) => value !== undefined && value !== null && value !== '');
  return value === undefined ? undefined : JSON.stringify(value).slice(0, GIVEN_TIME_CHARS_MAX);
}
