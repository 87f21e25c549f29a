/** Maps names to small numbers, so that filters compare numbers instead of texts. */
export class Names {
  protected readonly numbers = new Map<string, number>();
  /** All names, in the order of their numbers. */
  readonly all: string[] = [];

  numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.all.length);
    return this.all.push(name) - 1;
  }

  /** Returns the number of a name. For an unknown name, returns a number that no item has. */
  find(name: string): number {
    return this.numbers.get(name) ?? UNKNOWN_NAME_NUMBER;
  }
}

export const NO_NAME_NUMBER = -1;
export const UNKNOWN_NAME_NUMBER = -2;
