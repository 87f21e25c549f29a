import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Alias } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import { Memo, RankingReader } from '@cairn/ports';
import { NameIndex, nameKey, type OtherName } from '@cairn/text';
import { aliases, type Aliases } from '@cairn/store';
import { Uses } from '@cairn/platform';
import { LRUCache } from 'lru-cache';

/** Time in ms for which aliases are cached. */
const SPEAKERS_CACHE_MS = 5_000;
/** The most names in cached indexes, of all organisations together; about 300 bytes each. */
const CACHED_NAMES_MAX = 500_000;
/** Number of names that are indexed, in a millisecond or two, before other requests get a turn. */
const NAMES_AT_ONCE = 500;

/** The speakers that a text may name, and their aliases. */
export interface People {
  readonly speakers: readonly string[];
  readonly others: readonly OtherName[];
}

interface OtherNames {
  readonly index: NameIndex;
  readonly byName: ReadonlyMap<string, readonly Alias[]>;
  /** Maps the key of a speaker to the speaker's aliases. */
  readonly byMeant: ReadonlyMap<string, readonly Alias[]>;
}

/** Finds the speakers of a scope that a text names. The time does not depend on the number of speakers in the scope. */
@Injectable()
export class Speakers {
  private readonly indexByList = new WeakMap<readonly string[], Promise<NameIndex>>();
  /** Maps the hash of a list of names to its name index, so that equal lists share one index. */
  private readonly indexes = new LRUCache<string, Promise<NameIndex>>({ maxSize: CACHED_NAMES_MAX });
  /** Caches aliases by organisation and by the channels that are closed to the caller. */
  private readonly othersByAsker = new Memo<string, OtherNames>({ max: 1_000, ttl: SPEAKERS_CACHE_MS });

  constructor(
    private readonly ranking: RankingReader,
    @Uses(aliases) private readonly aliases: Aliases,
  ) {}

  async in(text: string, scope: Scope, channel: string | undefined): Promise<People> {
    const [list, others] = await Promise.all([this.ranking.speakers(scope, channel), this.othersOf(scope)]);
    const people = peopleIn(text, await this.indexOf(list), others);
    const gone = await this.goneOf(people, scope, channel);
    return gone.size === 0 ? people : peopleIn(text, await indexNames(list.filter((name) => !gone.has(name))), others);
  }

  /** Finds the named speakers whose last message was forgotten after the list of speakers was loaded. */
  private async goneOf({ speakers }: People, scope: Scope, channel: string | undefined): Promise<Set<string>> {
    if (speakers.length === 0) return new Set();
    const still = new Set(await this.ranking.stillSpeaking(scope, speakers, channel));
    return new Set(speakers.filter((name) => !still.has(name)));
  }

  private indexOf(list: readonly string[]): Promise<NameIndex> {
    const known = this.indexByList.get(list) ?? this.indexOfNames(list);
    this.indexByList.set(list, known);
    return known;
  }

  private indexOfNames(list: readonly string[]): Promise<NameIndex> {
    const key = createHash('sha256').update(JSON.stringify(list)).digest('base64');
    const index = this.indexes.get(key) ?? indexNames(list);
    this.indexes.set(key, index, { size: Math.max(1, list.length) });
    return index;
  }

  private othersOf(scope: Scope): Promise<OtherNames> {
    const key = JSON.stringify([scope.orgId, scope.closedChannels]);
    return this.othersByAsker.of(key, () => this.aliases.all(scope).then(otherNamesIndexed));
  }
}

async function indexNames(names: readonly string[]): Promise<NameIndex> {
  const index = new NameIndex();
  for (const [at, name] of names.entries()) {
    if (at > 0 && at % NAMES_AT_ONCE === 0) await setImmediate();
    index.add(name);
  }
  return index;
}

async function otherNamesIndexed(aliases: readonly Alias[]): Promise<OtherNames> {
  const meanings = aliases.flatMap((alias) => alias.speakers.map((speaker) => ({ alias, key: nameKey(speaker) })));
  const byKey = Map.groupBy(meanings, ({ key }) => key);
  return {
    index: await indexNames(aliases.map(({ alias }) => alias)),
    byName: Map.groupBy(aliases, ({ alias }) => alias),
    byMeant: new Map([...byKey].map(([key, all]) => [key, all.map(({ alias }) => alias)])),
  };
}

/**
 * Finds the speakers that a text names by their own name or by an alias, and all other speakers that share such a name
 * or alias.
 */
function peopleIn(text: string, names: NameIndex, others: OtherNames): People {
  const inText = others.index.in(text).flatMap((name) => others.byName.get(name) ?? []);
  const named = [...names.in(text), ...speakersMeantBy(inText, names)];
  const aliases = [...new Set([...inText, ...named.flatMap((name) => others.byMeant.get(nameKey(name)) ?? [])])];
  const alike = aliases.flatMap(({ alias }) => names.like(alias));
  const speakers = [...new Set([...named, ...speakersMeantBy(aliases, names), ...alike])].sort();
  return { speakers, others: otherNamesOf(speakers, aliases) };
}

const speakersMeantBy = (aliases: readonly Alias[], names: NameIndex): string[] =>
  aliases.flatMap(({ speakers }) => speakers.flatMap((speaker) => names.like(speaker)));

/**
 * Selects only the aliases of these speakers, so that no alias reveals a speaker outside the scope. Leaves out a
 * learned alias that is also a speaker's own name.
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
