import type { Names } from './names.ts';

/** Numbers of sets of tags, whose names are the sorted tags as JSON. Each set is parsed once. */
export class TagSets {
  private readonly names: Names;
  private readonly parsed: (readonly string[])[] = [];

  constructor(names: Names) {
    this.names = names;
  }

  numberOf(tags: readonly string[]): number {
    return this.names.numberOf(tags.length === 0 ? '[]' : JSON.stringify([...new Set(tags)].sort()));
  }

  /** Returns the tags of a set by its number. */
  at(number: number): readonly string[] {
    return (this.parsed[number] ??= JSON.parse(this.names.all[number] as string) as string[]);
  }
}
