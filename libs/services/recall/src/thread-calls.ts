import { CairnError, errorCatalog, type ErrorCode, type FieldIssue } from '@cairn/contracts';

/** Functions that one thread offers to another. Arguments and results are plain data, since they are copied. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- What a function takes and gives is typed where it is called.
type Offers = { readonly [Name in string]: (...args: any[]) => unknown };

/** A worker, or the port by which a worker reaches its parent. */
interface Channel {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

/** Error in a form that survives the copy, which would lose the class and the own fields. */
interface CopiedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues: readonly FieldIssue[];
  readonly cause?: string | undefined;
}

type Message =
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
  private failure: Error | undefined;

  constructor(channel: Channel, ours: Offers) {
    this.channel = channel;
    channel.on('message', (message) => {
      if (message.type === 'call') void this.answer(ours, message);
      else this.settle(message);
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
      this.channel.postMessage({ type: 'call', number, name, args });
      this.calls.set(number, { resolve: resolve as (result: unknown) => void, reject });
    });
  }

  /** Rejects all calls without an answer, and all later calls. */
  fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.calls.values()) reject(this.failure);
    this.calls.clear();
  }

  private async answer(ours: Offers, { number, name, args }: Extract<Message, { type: 'call' }>): Promise<void> {
    try {
      this.channel.postMessage({ type: 'result', number, result: await ours[name]!(...args) });
    } catch (error) {
      this.channel.postMessage({ type: 'error', number, error: copied(error) });
    }
  }

  private settle(message: Exclude<Message, { type: 'call' }>): void {
    const call = this.calls.get(message.number);
    this.calls.delete(message.number);
    if (message.type === 'result') call?.resolve(message.result);
    else call?.reject(restored(message.error));
  }
}

function copied(error: unknown): CopiedError {
  const { stack, message } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof CairnError)) return { code: 'internal', message, issues: [], cause: stack };
  const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : error.cause;
  return { code: error.code, message, issues: error.issues, ...(cause !== undefined && { cause: String(cause) }) };
}

const restored = ({ code, message, ...rest }: CopiedError): CairnError =>
  new CairnError(code in errorCatalog ? code : 'internal', message, rest);
