import type { Item } from '@cairn/contracts';
import type { GivenActions } from '@cairn/ports';
import { readNorms, readRule, type Norm, type Rule } from '@cairn/text';
import { LRUCache } from 'lru-cache';

/** Reads the rule in an item. */
export type RuleOf = (item: Item) => Rule;

const KEPT = 5_000;
/** Only the beginning of a long text is read, so that no text can hold up an answer. */
const READ_CHARS = 20_000;

/** Caches the rules and norms that were read from items, by version, since every action is held against the same ones. */
export class KnownRules {
  private readonly rules = new LRUCache<string, Rule>({ max: KEPT });
  private readonly norms = new LRUCache<string, readonly Norm[]>({ max: KEPT });

  of(item: Item): Rule {
    const { id, version, content } = item;
    const text = { title: item.kind === 'memory' ? item.title : '', content: content.slice(0, READ_CHARS) };
    const given = item.kind === 'memory' ? { forbids: item.forbids, instead: item.instead } : {};
    return cached(this.rules, `${id} ${version}`, () => readRule({ ...text, ...given }));
  }

  normsOf({ id, version, forbids }: GivenActions): readonly Norm[] {
    return cached(this.norms, `${id} ${version}`, () => readNorms(forbids));
  }
}

function cached<Read extends object>(cache: LRUCache<string, Read>, key: string, read: () => Read): Read {
  const known = cache.get(key);
  if (known) return known;
  const fresh = read();
  cache.set(key, fresh);
  return fresh;
}
