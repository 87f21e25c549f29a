import { enlarged } from '../generations/enlarged.ts';

const NONE = -1;

interface Session {
  last: number;
  /** Rows of the messages of assistants. */
  readonly assistants: number[];
}

/** The messages of each session in the order of arrival, as chains of rows. */
export class SessionChains {
  private readonly numbers = new Map<string, number>();
  private readonly sessions: Session[] = [];
  private sessionOf = new Int32Array(64).fill(NONE);
  private before = new Int32Array(64).fill(NONE);
  private after = new Int32Array(64).fill(NONE);

  /** Adds a row at the end of its session. Rows are added in the order of arrival. */
  add(row: number, name: string, isOfAssistant: boolean): void {
    if (row >= this.before.length) this.grow(row);
    const number = this.numbers.get(name) ?? this.sessions.push({ last: NONE, assistants: [] }) - 1;
    this.numbers.set(name, number);
    const session = this.sessions[number] as Session;
    this.sessionOf[row] = number;
    this.before[row] = session.last;
    if (session.last !== NONE) this.after[session.last] = row;
    session.last = row;
    if (isOfAssistant) session.assistants.push(row);
  }

  /** Returns the number of a row's session; -1 if it has none. */
  numberOf(row: number): number {
    return this.sessionOf[row] ?? NONE;
  }

  /** Finds the nearest row before or after a row in its session that is visible; -1 if there is none. */
  nearest(side: 'before' | 'after', row: number, isVisible: (row: number) => boolean): number {
    const next = this[side];
    let near = next[row] ?? NONE;
    while (near !== NONE && !isVisible(near)) near = next[near] as number;
    return near;
  }

  /** Tells whether a message of an assistant in a session is visible. */
  hasAssistant(session: number, isVisible: (row: number) => boolean): boolean {
    return this.sessions[session]?.assistants.some(isVisible) ?? false;
  }

  private grow(row: number): void {
    const [from, length] = [this.before.length, Math.max(2 * this.before.length, row + 1)];
    this.sessionOf = enlarged(this.sessionOf, length).fill(NONE, from);
    this.before = enlarged(this.before, length).fill(NONE, from);
    this.after = enlarged(this.after, length).fill(NONE, from);
  }
}
