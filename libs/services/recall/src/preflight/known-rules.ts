import type { Item } from '@cairn/contracts';
import { readRule, type Rule } from '@cairn/text';
import { LRUCache } from 'lru-cache';

/** What an item says of actions. */
export type RuleOf = (item: Item) => Rule;

const KEPT = 5_000;
/** A rule further on in a long text is not read, so that no text can hold up an answer. */
const READ_CHARS = 20_000;

/** The same rules are read for every action, so that what was read of them is kept, version by version. */
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
