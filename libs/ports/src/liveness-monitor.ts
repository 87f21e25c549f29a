import { withTimeout } from './with-timeout.ts';

export interface LivenessOptions {
  /** Sends a cheap request to the server. Returns false, or throws, if the server does not answer. */
  readonly probe: () => Promise<boolean>;
  /** The time in ms that a call may take, without any answer from the server to any call, before the server is probed. */
  readonly suspectMs?: number;
  /** The time in ms within which the server must answer a probe. */
  readonly answerMs?: number;
}

const SUSPECT_AFTER_MS = 500;
const PROBE_TIMEOUT_MS = 1_000;
const CALL_CHECK_INTERVAL_MS = 100;
/**
 * An additional wait in ms for the answer to a probe: if this process itself was suspended, the answer may have arrived and
 * not been read yet.
 */
const STALLED_LOOP_MS = 100;
const REPEATED_PROBE_MS = 500;

/** A call that has not ended yet. */
interface Call {
  readonly startedAt: number;
  /** Makes the call fail. */
  readonly end: () => void;
}

/**
 * Detects a server that accepts requests and answers none, such as a suspended one, long before a call times out: any
 * answer to any call shows that the server is alive. If the server does not answer a probe either, makes all running calls
 * fail; `isSilent` stays true until the server answers a probe.
 */
export class LivenessMonitor {
  private readonly options: Required<LivenessOptions>;
  private readonly underWay = new Set<Call>();
  private answeredAt = -Infinity;
  private unresponsive = false;
  private isOver = false;
  private probing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: LivenessOptions) {
    this.options = { suspectMs: SUSPECT_AFTER_MS, answerMs: PROBE_TIMEOUT_MS, ...options };
  }

  get isUnresponsive(): boolean {
    return this.unresponsive;
  }

  /**
   * Records a call as running until the returned function is called. `end` is called if the server turns out to be silent
   * meanwhile.
   */
  begin(end: () => void): () => void {
    const call = { startedAt: performance.now(), end };
    this.underWay.add(call);
    this.timer ??= setInterval(() => this.checkOldest(), CALL_CHECK_INTERVAL_MS).unref();
    return () => {
      this.underWay.delete(call);
      if (this.underWay.size === 0) this.stopTimer();
    };
  }

  /** Records that the server answered. */
  recordAnswer(): void {
    this.answeredAt = performance.now();
  }

  /** Probes the server now, since a call failed as if the server no longer answers. */
  probeNow(): void {
    if (this.isOver) return;
    this.probing ??= this.ask().finally(() => {
      this.probing = undefined;
    });
  }

  close(): void {
    this.isOver = true;
    this.stopTimer();
  }

  private stopTimer(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Probes the server if the oldest call, the first in the set, has waited too long. */
  private checkOldest(): void {
    const [oldest] = this.underWay;
    if (!oldest) return;
    const quietMs = performance.now() - Math.max(oldest.startedAt, this.answeredAt);
    if (quietMs >= this.options.suspectMs) this.probeNow();
  }

  private async ask(): Promise<void> {
    if (await this.answers()) return this.recordAnswer();
    this.unresponsive = true;
    for (const { end } of [...this.underWay]) end();
    while (!this.isOver && !(await this.answers())) await pause(REPEATED_PROBE_MS);
    this.unresponsive = false;
    this.recordAnswer();
  }

  private async answers(): Promise<boolean> {
    const answer = this.options.probe().catch(() => false);
    const { answerMs } = this.options;
    return withTimeout(answerMs, answer, () => withTimeout(STALLED_LOOP_MS, answer, () => false));
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
