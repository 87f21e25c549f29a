import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Item, ItemId } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import { Uses } from '@cairn/platform';
import { ItemReader } from '@cairn/ports';
import { briefings, type Briefings } from '@cairn/store';
import { stemsOf, type Rule } from '@cairn/text';
import { LRUCache } from 'lru-cache';
import { keyOf, READ_CHARS, ruleOf } from './known-rules.ts';

/** A message in which a person says what is to hold from then on. */
export interface StandingInstruction {
  readonly id: ItemId;
  readonly rule: Rule;
  /** Stems of its words, as an action has them. */
  readonly stems: ReadonlySet<string>;
}

/** Number of newest standing instructions that an action is checked against. */
const CHECKED_MAX = 100;
/** Characters that were read for the cached instructions, as a bound of their memory. Those of one scope, 100 texts of 20,000, fit in. */
const CACHED_CHARS_MAX = 5_000_000;

/** Lists standing instructions. Their texts are read once for each version, since all actions are checked against the same ones. */
@Injectable()
export class StandingInstructions {
  private readonly known = new LRUCache<string, StandingInstruction>({ maxSize: CACHED_CHARS_MAX });

  constructor(
    private readonly items: ItemReader,
    @Uses(briefings) private readonly briefings: Briefings,
  ) {}

  /** Returns the newest standing instructions that the scope sees and the filter admits, newest first. */
  async newest(scope: Scope, filter: Filter): Promise<StandingInstruction[]> {
    const listed = await this.briefings.standingInstructions({ scope, filter, limit: CHECKED_MAX });
    const known = new Map(listed.map((one) => [keyOf(one), this.known.get(keyOf(one))]));
    const unknown = listed.filter((one) => !known.get(keyOf(one)));
    if (unknown.length > 0) {
      const ids = unknown.map(({ id }) => id);
      for (const item of await this.items.hydrate(scope, filter, ids)) {
        known.set(keyOf(item), this.read(item));
        // Reading a long text takes milliseconds, and other calls get their turn after each.
        await setImmediate();
      }
    }
    return listed.flatMap((one) => known.get(keyOf(one)) ?? []);
  }

  private read(item: Item): StandingInstruction {
    const known = this.known.get(keyOf(item));
    if (known) return known;
    const text = item.content.slice(0, READ_CHARS);
    const read = { id: item.id as ItemId, rule: ruleOf(item), stems: new Set(stemsOf(text)) };
    this.known.set(keyOf(item), read, { size: text.length + 1 });
    return read;
  }
}

/** Selects those that share most words with an action, at most `most`; of those that share as many, the newest. */
export function selectLikely(
  all: readonly StandingInstruction[],
  stems: ReadonlySet<string>,
  most: number,
): StandingInstruction[] {
  const shared = new Map(all.map((one) => [one, [...stems].filter((stem) => one.stems.has(stem)).length]));
  return all.toSorted((one, other) => shared.get(other)! - shared.get(one)!).slice(0, most);
}
