/** An act of the person. */
export interface Act {
  /** Words for what was done, such as `Kept: Deploys on Mondays`. */
  readonly says: string;
  /** Takes the act back; absent if that is impossible. */
  readonly takeBack?: () => Promise<unknown>;
}

const ACTS_MAX = 50;

/** Acts since the console was opened, of which the last one is taken back first. The oldest are dropped. */
export class UndoStack {
  private acts: Act[] = [];
  private readonly running = new Set<Promise<unknown>>();
  private turn: Promise<unknown> = Promise.resolve();

  push(act: Act): void {
    this.acts = [...this.acts, act].slice(-ACTS_MAX);
  }

  /** Delays undo until an act that is still on its way has either been pushed or failed. */
  await(act: Promise<unknown>): void {
    this.running.add(act);
    const forget = () => this.running.delete(act);
    act.then(forget, forget);
  }

  /**
   * Takes back a given act, or the last one, after every earlier undo has ended. Returns that act, or undefined if there
   * is none any more. An act that could not be taken back does not return to the stack: the error says why. Neither does one
   * that nothing takes back, so that the next undo reaches the act before it.
   */
  undo(given?: Act): Promise<Act | undefined> {
    const undone = this.turn.then(async () => {
      await Promise.allSettled(this.running);
      const act = given ?? this.acts.at(-1);
      if (!act || !this.acts.includes(act)) return undefined;
      this.acts = this.acts.filter((one) => one !== act);
      await act.takeBack?.();
      return act;
    });
    this.turn = undone.catch(() => undefined);
    return undone;
  }
}
