import type { TimeReader } from './foreign-times.ts';
import type { Parsed, Retimed } from './parsed.ts';

/** When a conversation began and was changed last, as the file has it. */
interface Span {
  readonly began?: readonly unknown[];
  readonly ended?: readonly unknown[];
  /** What is taken where nothing else is known, such as the day that a file is of. */
  readonly otherwise?: readonly unknown[];
}

type Item = Extract<Parsed, { type: 'message' | 'memory' }>;

interface Waiting {
  readonly parsed: Parsed;
  readonly given: string | undefined;
}

interface Conversation {
  /** The last time that is known. */
  before: number;
  readonly waiting: Waiting[];
}

const CONVERSATIONS_MAX = 1_000;
const WAITING_MAX = 1_000;

/**
 * Gives items their times. One whose time is missing, or cannot be, takes the nearest that is known of its conversation, counted in
 * lines; it waits for the next line with a time, and so do those behind it. Where none is known it stays without.
 */
export class ItemTimes {
  private readonly conversations = new Map<string, Conversation>();
  private readonly read: TimeReader;
  private readonly span: Span;

  constructor(read: TimeReader, span: Span = {}) {
    this.read = read;
    this.span = span;
  }

  /** A line, with the values of which the first that is a time is its own, and the conversation that it belongs to. */
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

  /** What still waits when the file is at its end. */
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

  /** The lines that wait, items among them with the nearer of the times before and after them. */
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

/** The first value that says something, as the file has it. */
function givenIn(values: readonly unknown[]): string | undefined {
  const given = values.find((value) => value !== undefined && value !== null && value !== '');
  return given === undefined ? undefined : JSON.stringify(given).slice(0, GIVEN_MAX);
}
