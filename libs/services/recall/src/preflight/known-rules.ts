import type { Item } from '@cairn/contracts';
import { readRule, type Rule } from '@cairn/text';
import { LRUCache } from 'lru-cache';

/** Reads the rule in an item. */
export type RuleOf = (item: Item) => Rule;

const KEPT = 5_000;
/** Only the beginning of a long text is read, so that no text can hold up an answer. */
const READ_CHARS = 20_000;

/** Caches the rules that were read from items, by version, since every action is held against the same ones. */
export class KnownRules {
  private readonly kept = new LRUCache<string, Rule>({ max: KEPT });

  of(item: Item): Rule {
    const key = `${item.id} ${item.version}`;
    const known = this.kept.get(key);
    if (known) return known;
    const title = item.kind === 'memory' ? item.title : '';
    const rule = readRule({ title, content: item.content.slice(0, READ_CHARS) });
    this.kept.set(key, rule);
    return rule;
  }
}
