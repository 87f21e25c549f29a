import { within } from './within.ts';

export interface SilenceOptions {
  /** Sends the server a cheap request; returns false, or throws, if it does not answer. */
  readonly probe: () => Promise<boolean>;
  /** How long a call may be under way, without any answer from the server, before the server is probed, ms. */
  readonly suspectMs?: number;
  /** How long the answer to a probe may take, ms. */
  readonly answerMs?: number;
}

const SUSPECT_MS = 500;
const ANSWER_MS = 1_000;
const LOOK_MS = 100;
/** An extra wait for an answer: if this process itself was suspended, the answer may have arrived unread. */
const STOOD_STILL_MS = 100;
const AGAIN_MS = 500;

/** A call under way. */
interface Call {
  readonly startedAt: number;
  /** Fails the call. */
  readonly end: () => void;
}

/**
 * Detects a server that accepts requests and answers nothing, such as a suspended one, long before a call times out: any answer to
 * any call shows that it is alive. Fails the calls under way; `isSilent` stays true until the server answers a probe.
 */
export class Silence {
  private readonly options: Required<SilenceOptions>;
  private readonly underWay = new Set<Call>();
  private heardAt = -Infinity;
  private silent = false;
  private isOver = false;
  private asking: Promise<void> | undefined;
  private looking: NodeJS.Timeout | undefined;

  constructor(options: SilenceOptions) {
    this.options = { suspectMs: SUSPECT_MS, answerMs: ANSWER_MS, ...options };
  }

  get isSilent(): boolean {
    return this.silent;
  }

  /** Records a call until the returned function is called. `end` is called if the server is found silent meanwhile. */
  begin(end: () => void): () => void {
    const call = { startedAt: performance.now(), end };
    this.underWay.add(call);
    this.looking ??= setInterval(() => this.look(), LOOK_MS).unref();
    return () => {
      this.underWay.delete(call);
      if (this.underWay.size === 0) this.rest();
    };
  }

  /** Records that the server answered. */
  heard(): void {
    this.heardAt = performance.now();
  }

  /** Probes the server now: a call failed in a way that may mean silence. */
  suspect(): void {
    if (this.isOver) return;
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    });
  }

  close(): void {
    this.isOver = true;
    this.rest();
  }

  private rest(): void {
    clearInterval(this.looking);
    this.looking = undefined;
  }

  /** Checks the oldest call, which is the first. */
  private look(): void {
    const [oldest] = this.underWay;
    if (!oldest) return;
    const quietMs = performance.now() - Math.max(oldest.startedAt, this.heardAt);
    if (quietMs >= this.options.suspectMs) this.suspect();
  }

  private async ask(): Promise<void> {
    if (await this.answers()) return this.heard();
    this.silent = true;
    for (const { end } of [...this.underWay]) end();
    while (!this.isOver && !(await this.answers())) await pause(AGAIN_MS);
    this.silent = false;
    this.heard();
  }

  private async answers(): Promise<boolean> {
    const answer = this.options.probe().catch(() => false);
    const { answerMs } = this.options;
    return within(answerMs, answer, () => within(STOOD_STILL_MS, answer, () => false));
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
