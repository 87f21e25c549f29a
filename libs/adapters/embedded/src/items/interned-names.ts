/** Number of an absent name. */
const NO_NAME = -1;
/** Number of a name that no row has. */
const UNKNOWN_NAME = -2;

/** Names as numbers, so that a column of names takes four bytes a row. */
export class InternedNames {
  private readonly names: string[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(name: string | null): number {
    if (name === null) return NO_NAME;
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }

  /** Returns the number of a name, without adding the name. */
  find(name: string): number {
    return this.numbers.get(name) ?? UNKNOWN_NAME;
  }

  at(number: number): string | null {
    return this.names[number] ?? null;
  }
}
