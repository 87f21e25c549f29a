import { Injectable } from '@nestjs/common';
import type { Alias, OrgId, Scope } from '@cairn/contracts';
import { Aliases, Truth } from '@cairn/ports';
import { nameKey, type OtherName } from '@cairn/text';
import { LRUCache } from 'lru-cache';

/** Who speaks, and by what names, changes slowly; a new one is known after this long. */
const FRESH_MS = 5_000;

/** Everyone that a query could name. */
export interface People {
  readonly speakers: readonly string[];
  readonly others: readonly OtherName[];
}

/** The speakers that a scope knows, with their other names, remembered for a few seconds. */
@Injectable()
export class Speakers {
  private readonly people = new LRUCache<string, Promise<People>>({ max: 1_000, ttl: FRESH_MS });
  private readonly aliasesByOrg = new LRUCache<OrgId, Promise<Alias[]>>({ max: 1_000, ttl: FRESH_MS });

  constructor(
    private readonly truth: Truth,
    private readonly aliases: Aliases,
  ) {}

  of(scope: Scope, channel: string | undefined): Promise<People> {
    const key = [scope.orgId, scope.principalId, scope.peerChannel ?? '', channel ?? ''].join('\n');
    return remembered(this.people, key, () => this.find(scope, channel));
  }

  private async find(scope: Scope, channel: string | undefined): Promise<People> {
    const { orgId } = scope;
    const [speakers, aliases] = await Promise.all([
      this.truth.speakers(scope, channel),
      remembered(this.aliasesByOrg, orgId, () => this.aliases.all(orgId)),
    ]);
    return { speakers, others: otherNamesOf(speakers, aliases) };
  }
}

/**
 * The aliases of speakers that are known here; of nobody else a word is said. What was learned gives way to a speaker's
 * own name.
 */
export function otherNamesOf(speakers: readonly string[], aliases: readonly Alias[]): OtherName[] {
  const speakersByKey = Map.groupBy(speakers, nameKey);
  const ownWords = new Set([...speakersByKey.keys()].flatMap((key) => key.split(' ')));
  return aliases.flatMap(({ alias, speakers: meant, origin }) => {
    const known = [...new Set(meant.flatMap((speaker) => speakersByKey.get(nameKey(speaker)) ?? []))];
    const isTaken = origin === 'learned' && ownWords.has(nameKey(alias));
    return known.length === 0 || isTaken ? [] : [{ alias, speakers: known }];
  });
}

function remembered<Key extends string, Value>(
  cache: LRUCache<Key, Promise<Value>>,
  key: Key,
  find: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known) return known;
  const found = find();
  cache.set(key, found);
  found.catch(() => cache.delete(key));
  return found;
}
