import { within } from './within.ts';

export interface SilenceOptions {
  /** Asks the server for very little; false, or an error, where it does not answer. */
  readonly probe: () => Promise<boolean>;
  /** How long a call may be under way while the server answers nothing at all, until it is asked. */
  readonly suspectMs?: number;
  /** How long it may take to answer that. */
  readonly answerMs?: number;
}

const SUSPECT_MS = 500;
const ANSWER_MS = 1_000;
const LOOK_MS = 100;
/** A process that stood still itself has answers that it did not read yet. */
const STOOD_STILL_MS = 100;
const AGAIN_MS = 500;

/** A call under way. */
interface Call {
  readonly startedAt: number;
  /** Ends the call as failed. */
  readonly end: () => void;
}

/**
 * Notices a server that takes what it is sent and answers nothing, as one does that is frozen: long before the time of a call is
 * over, since any answer to any call shows that it is well. Then the calls under way end, and nobody waits for it until it answers
 * the probe.
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

  /** Notes a call until what it returns is called. `end` is called if the server turns out to be silent meanwhile. */
  begin(end: () => void): () => void {
    const call = { startedAt: performance.now(), end };
    this.underWay.add(call);
    this.looking ??= setInterval(() => this.look(), LOOK_MS).unref();
    return () => {
      this.underWay.delete(call);
      if (this.underWay.size === 0) this.rest();
    };
  }

  /** The server answered something. */
  heard(): void {
    this.heardAt = performance.now();
  }

  /** Asks the server now: a call failed in a way that may be its silence. */
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

  /** The first call is the oldest. */
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
