export interface FairSlotsOptions {
  /** The total number of slots. */
  readonly slots: number;
  /** The most waiting requests of one owner; one more is refused. */
  readonly waitingMax: number;
}

interface Line {
  held: number;
  readonly waiting: (() => void)[];
}

/**
 * A fixed number of slots for many owners. Owners are served in turn, and one owner holds at most half of the slots, so that the
 * backlog of one does not delay another.
 */
export class FairSlots<Owner> {
  private readonly slots: number;
  private readonly slotsPerOwner: number;
  private readonly waitingMax: number;
  private held = 0;
  /** Queues by owner, in the order in which owners are served next. */
  private readonly lines = new Map<Owner, Line>();

  constructor({ slots, waitingMax }: FairSlotsOptions) {
    this.slots = slots;
    this.slotsPerOwner = Math.ceil(slots / 2);
    this.waitingMax = waitingMax;
  }

  /** Resolves with a function that releases the slot; returns undefined when too many requests of the owner wait already. */
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

  /** Gives free slots to the first owners in line that may have one. */
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
