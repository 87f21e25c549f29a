export interface FairSlotsOptions {
  /** The number of slots for all owners together. */
  readonly slots: number;
  /** The most requests of one owner that may wait; a further one is refused. */
  readonly waitingMax: number;
}

interface Line {
  held: number;
  readonly waiting: (() => void)[];
}

/**
 * Shares a fixed number of slots among many owners. Owners are served in turn, and one owner holds at most half of the
 * slots, so that the backlog of one owner does not delay another.
 */
export class FairSlots<Owner> {
  private readonly slots: number;
  private readonly slotsPerOwner: number;
  private readonly waitingMax: number;
  private held = 0;
  /** Queues by owner. The order of the map is the order in which owners are served next. */
  private readonly lines = new Map<Owner, Line>();

  constructor({ slots, waitingMax }: FairSlotsOptions) {
    this.slots = slots;
    this.slotsPerOwner = Math.ceil(slots / 2);
    this.waitingMax = waitingMax;
  }

  /**
   * Resolves, once a slot is free, with a function that releases it. Returns undefined if `waitingMax` requests of the
   * owner wait already.
   */
  take(owner: Owner): Promise<() => void> | undefined {
    const line = this.lineOf(owner);
    if (line.waiting.length >= this.waitingMax) return undefined;
    const taken = new Promise<void>((resolve) => line.waiting.push(resolve));
    this.serve();
    return taken.then(() => this.giver(owner, line));
  }

  private lineOf(owner: Owner): Line {
    const line = this.lines.get(owner) ?? { held: 0, waiting: [] };
    this.lines.set(owner, line);
    return line;
  }

  /** Gives each free slot to the first owner in the order that waits and holds less than half of the slots. */
  private serve(): void {
    while (this.held < this.slots) {
      const next = [...this.lines].find(([, { held, waiting }]) => waiting.length > 0 && held < this.slotsPerOwner);
      if (!next) return;
      const [owner, line] = next;
      this.toEndOfLine(owner, line);
      this.held++;
      line.held++;
      line.waiting.shift()!();
    }
  }

  private giver(owner: Owner, line: Line): () => void {
    return () => {
      this.held--;
      line.held--;
      this.toEndOfLine(owner, line);
      this.serve();
    };
  }

  private toEndOfLine(owner: Owner, line: Line): void {
    this.lines.delete(owner);
    if (line.held > 0 || line.waiting.length > 0) this.lines.set(owner, line);
  }
}
