import { CairnError } from '@cairn/contracts';
import { copyError, restoreError, type CopiedError } from '@cairn/ports';

/** Functions that one thread offers to another. Arguments and results are plain data, since they are copied. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- What a function takes and gives is typed where it is called.
type Offers = { readonly [Name in string]: (...args: any[]) => unknown };

/** A worker, or the port by which a worker reaches its parent. */
interface Channel {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

/** Call whose result nobody needs. */
interface Told {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Each message carries the calls without a result that the sender made since its last message. */
type Message = Asked & { readonly told?: readonly Told[] };
type Asked =
  | { readonly type: 'call'; readonly number: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly type: 'result'; readonly number: number; readonly result: unknown }
  | { readonly type: 'error'; readonly number: number; readonly error: CopiedError };

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Calls functions of another thread, and answers its calls by functions of this one. */
export class ThreadCalls<Theirs extends Offers> {
  private readonly channel: Channel;
  private readonly calls = new Map<number, Waiting>();
  private lastNumber = 0;
  private told: Told[] = [];
  private failure: Error | undefined;

  constructor(channel: Channel, ours: Offers) {
    this.channel = channel;
    channel.on('message', (message) => {
      if (message.type === 'call') void this.answer(ours, message);
      else this.settle(message);
      for (const { name, args } of message.told ?? []) ours[name]!(...args);
    });
  }

  /** Number of calls without an answer. */
  get waiting(): number {
    return this.calls.size;
  }

  call<Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ): Promise<Awaited<ReturnType<Theirs[Name]>>> {
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      const number = ++this.lastNumber;
      this.send({ type: 'call', number, name, args });
      this.calls.set(number, { resolve: resolve as (result: unknown) => void, reject });
    });
  }

  /**
   * Calls a function that neither fails nor answers with the next message, whatever it says: a message of its own would wake the
   * other thread once more.
   */
  tell<Name extends keyof Theirs & string>(name: Name, ...args: Parameters<Theirs[Name]>): void {
    this.told.push({ name, args });
  }

  /** Rejects all calls without an answer, and all later calls. */
  fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.calls.values()) reject(this.failure);
    this.calls.clear();
  }

  private async answer(ours: Offers, { number, name, args }: Extract<Asked, { type: 'call' }>): Promise<void> {
    try {
      this.send({ type: 'result', number, result: await ours[name]!(...args) });
    } catch (error) {
      this.send({ type: 'error', number, error: copied(error) });
    }
  }

  private send(message: Asked): void {
    const { told } = this;
    this.told = [];
    this.channel.postMessage(told.length === 0 ? message : { ...message, told });
  }

  private settle(message: Exclude<Asked, { type: 'call' }>): void {
    const call = this.calls.get(message.number);
    this.calls.delete(message.number);
    if (message.type === 'result') call?.resolve(message.result);
    else call?.reject(restoreError(message.error));
  }
}

function copied(error: unknown): CopiedError {
  if (error instanceof CairnError) return copyError(error);
  const cause = error instanceof Error ? error : new Error(String(error));
  return copyError(new CairnError('internal', cause.message, { cause }));
}
