export interface QueueWindowOptions {
  readonly min: number;
  readonly max: number;
}

/** Greatest fraction of the window that may still wait at the next visit before the window shrinks. */
const SLOW_SHARE = 0.5;
const SHRINK_FACTOR = 0.75;
/** Minimum free fraction of the window at which it is filled again, since few large fills are cheaper than many small ones. */
const FREE_SHARE_MIN = 0.25;

/**
 * Bounds the deliveries that wait in one queue, where their order is fixed. The window follows the workers: it doubles
 * when they emptied a full window before the next visit, and shrinks while they leave more than half of it. A delivery
 * of another organisation therefore waits behind about as many as the workers take between two visits.
 */
export class QueueWindow {
  private readonly options: QueueWindowOptions;
  private size: number;
  private wasFilled = false;

  constructor(options: QueueWindowOptions) {
    this.options = options;
    this.size = options.min;
  }

  /** Whether the last fill left deliveries behind, as far as is known. */
  get hasMore(): boolean {
    return this.wasFilled;
  }

  /** Returns the number of deliveries to add, given the number that wait; 0 if the window is full enough. */
  roomFor(waiting: number): number {
    const { min, max } = this.options;
    if (this.wasFilled && waiting === 0) this.size = Math.min(max, this.size * 2);
    else if (waiting > this.size * SLOW_SHARE) this.size = Math.max(min, Math.floor(this.size * SHRINK_FACTOR));
    const room = this.size - waiting;
    return room >= this.size * FREE_SHARE_MIN ? room : 0;
  }

  /** Records the number of deliveries that were found for the room. */
  filled(found: number, room: number): void {
    this.wasFilled = found >= room;
  }
}
