import { Names, NO_NAME_NUMBER } from '../generations/names.ts';

/** Names as numbers, so that a column of names takes four bytes a row. A row may have none. */
export class InternedNames extends Names {
  override numberOf(name: string | null): number {
    return name === null ? NO_NAME_NUMBER : super.numberOf(name);
  }

  at(number: number): string | null {
    return this.all[number] ?? null;
  }
}
