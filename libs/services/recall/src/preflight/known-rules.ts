import type { Item, ItemId } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import { readRule, readStoredRule, type Rule } from '@cairn/text';
import type { Rulings } from '@cairn/store';
import { LRUCache } from 'lru-cache';

interface Version {
  readonly id: string;
  readonly version: number;
}

const CACHED_RULES_MAX = 2_000;
/** Number of characters of a long text from which a rule is read, so that no text delays an answer. */
export const READ_CHARS = 20_000;

/** Caches rules by id and version of their items, since all actions are checked against the same rules. */
export class KnownRules {
  private readonly rules = new LRUCache<string, Rule>({ max: CACHED_RULES_MAX });

  constructor(private readonly rulings: Rulings) {}

  /** Loads the stored rules of some memories; rules that another version of the reader wrote are missing. */
  async load(scope: Scope, versions: readonly Version[]): Promise<void> {
    const unknown = versions.filter((version) => !this.rules.has(keyOf(version)));
    if (unknown.length === 0) return;
    const stored = await this.rulings.rules({ scope, ids: unknown.map(({ id }) => id as ItemId) });
    for (const { rule, ...version } of stored) this.rules.set(keyOf(version), readStoredRule(rule));
  }

  find(version: Version): Rule | undefined {
    return this.rules.get(keyOf(version));
  }

  /** Returns the rule of an item. If the rule is not loaded, reads it from the text of the item. */
  of(item: Item): Rule {
    const known = this.find(item);
    if (known) return known;
    const fresh = ruleOf(item);
    this.rules.set(keyOf(item), fresh);
    return fresh;
  }
}

/** Key of one version of an item, in a cache. */
export const keyOf = ({ id, version }: Version): string => `${id} ${version}`;

/** Reads the rule in the text of an item. */
export function ruleOf(item: Item): Rule {
  const text = { title: item.kind === 'memory' ? item.title : '', content: item.content.slice(0, READ_CHARS) };
  return readRule({ ...text, ...(item.kind === 'memory' && { forbids: item.forbids, instead: item.instead }) });
}
