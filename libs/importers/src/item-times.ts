import type { TimeReader } from './foreign-times.ts';
import type { Parsed, Retimed } from './parsed.ts';

/** Start and last change of a conversation, as written in the file. */
interface Span {
  readonly began?: readonly unknown[];
  readonly ended?: readonly unknown[];
  /** Fallback when no time of the conversation is known, such as the date of the file. */
  readonly otherwise?: readonly unknown[];
}

type Item = Extract<Parsed, { type: 'message' | 'memory' }>;

interface Waiting {
  readonly parsed: Parsed;
  readonly given: string | undefined;
}

interface Conversation {
  /** Latest known time. */
  before: number;
  readonly waiting: Waiting[];
}

const CONVERSATIONS_MAX = 1_000;
const WAITING_MAX = 1_000;

/**
 * Assigns times to items. An item with a missing or invalid time takes the nearest known time of its conversation, counted in lines;
 * it waits, with the lines behind it, for the next line that has a time. Without any known time it stays undated.
 */
export class ItemTimes {
  private readonly conversations = new Map<string, Conversation>();
  private readonly read: TimeReader;
  private readonly span: Span;

  constructor(read: TimeReader, span: Span = {}) {
    this.read = read;
    this.span = span;
  }

  /** Takes a line of the conversation `name`; its time is the first valid one of `values`. */
  *take(parsed: Parsed, values: readonly unknown[], name = ''): Generator<Parsed> {
    const conversation = this.conversations.get(name) ?? this.begin(name);
    const time = this.read(...values);
    if (time > 0) {
      yield* this.settled(conversation, time);
      conversation.before = time;
      yield isItem(parsed) ? dated(parsed, time) : parsed;
    } else if (isItem(parsed) || conversation.waiting.length > 0) {
      conversation.waiting.push({ parsed, given: givenIn(values) });
      if (conversation.waiting.length === WAITING_MAX) yield* this.settled(conversation, 0);
    } else yield parsed;
    if (this.conversations.size > CONVERSATIONS_MAX) yield* this.endFirst();
  }

  /** Yields the lines that still wait at the end of the file. */
  *finish(): Generator<Parsed> {
    while (this.conversations.size > 0) yield* this.endFirst();
  }

  private begin(name: string): Conversation {
    const conversation = { before: this.read(...(this.span.began ?? [])), waiting: [] };
    this.conversations.set(name, conversation);
    return conversation;
  }

  private *endFirst(): Generator<Parsed> {
    const [[name, conversation] = []] = this.conversations;
    if (name === undefined || !conversation) return;
    this.conversations.delete(name);
    yield* this.settled(conversation, this.read(...(this.span.ended ?? [])));
  }

  /** Yields the waiting lines; items get the nearer one of the times before and after them. */
  private *settled({ before, waiting }: Conversation, after: number): Generator<Parsed> {
    const all = waiting.splice(0);
    for (const [at, { parsed, given }] of all.entries()) {
      const isNearerBefore = at + 1 <= all.length - at;
      const nearest = before === 0 || after === 0 ? before || after : isNearerBefore ? before : after;
      const time = nearest || this.read(...(this.span.otherwise ?? []));
      const retimed: Retimed = { took: time === 0 ? 'nothing' : 'nearest', ...(given !== undefined && { given }) };
      yield isItem(parsed) ? dated(parsed, time, retimed) : parsed;
    }
  }
}

const isItem = (parsed: Parsed): parsed is Item => parsed.type === 'message' || parsed.type === 'memory';

function dated(item: Item, timestamp: number, retimed?: Retimed): Parsed {
  const had = retimed && { retimed };
  return item.type === 'message'
    ? { ...item, input: { ...item.input, timestamp }, ...had }
    : { ...item, input: { ...item.input, timestamp }, ...had };
}

const GIVEN_MAX = 40;

/** First value that is not empty, as written in the file. */
function givenIn(values: readonly unknown[]): string | undefined {
  const value = values.find((value) => value !== undefined && value !== null && value !== '');
  return value === undefined ? undefined : JSON.stringify(value).slice(0, GIVEN_MAX);
}
