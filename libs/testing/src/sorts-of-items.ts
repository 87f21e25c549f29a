import {
  categories,
  scopeOf,
  stores,
  type Item,
  type Memory,
  type Message,
  type Principal,
  type Scope,
} from '@cairn/contracts';
import type { Filter } from '@cairn/ports';
import { A_MONDAY, aMemory, aMessage } from './builders.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const visibilities: Item['visibility'][] = ['org', 'team', 'channel', 'private', 'peer'];
const channels = [null, 'dev', 'ops', 'coach:1', 'coach:2'];
const states: Item['state'][] = ['active', 'active', 'archived', 'superseded'];

const pick = <Value>(values: readonly Value[], at: number): Value => values[at % values.length] as Value;

/** What each sort of item has in common; the numbers run through all combinations that matter, always the same. */
function commonPart(writers: readonly Principal[], at: number) {
  const writer = pick(writers, at);
  return {
    orgId: writer.orgId,
    principalId: writer.principalId,
    visibility: pick(visibilities, at),
    channel: pick(channels, Math.floor(at / 5)),
    state: pick(states, Math.floor(at / 3)),
    timestamp: at % 4 === 0 ? 0 : A_MONDAY - (at % 10) * DAY_MS,
  };
}

/** Messages of every visibility, channel, session, state and time, all about a zebra. */
export const messagesOfAllSorts = (writers: readonly Principal[]): Message[] =>
  Array.from({ length: 100 }, (_, at) =>
    aMessage({
      ...commonPart(writers, at),
      content: `zebra number ${at}`,
      subchannel: pick([null, 'a', 'b'], at),
      sessionKey: pick([null, 's1', 's2'], Math.floor(at / 2)),
    }),
  );

/** Memories of every visibility, channel, store, category, tag, state and time, all about a zebra. */
export const memoriesOfAllSorts = (writers: readonly Principal[]): Memory[] =>
  Array.from({ length: 100 }, (_, at) =>
    aMemory({
      ...commonPart(writers, at),
      content: `zebra number ${at}`,
      store: pick(stores, at),
      category: pick(categories, Math.floor(at / 2)),
      tags: pick([[], ['x'], ['x', 'y'], ['y', 'Z z']], Math.floor(at / 3)),
    }),
  );

/** Calls of each principal for no channel, an ordinary one, and peer channels. */
export const someScopes = (principals: readonly Principal[]): Scope[] =>
  principals.flatMap((principal) => [null, 'dev', 'coach:1', 'coach:2'].map((channel) => scopeOf(principal, channel)));

export const someFilters = (): Filter[] => [
  { kind: 'message' },
  { kind: 'memory' },
  { kind: 'message', includeArchived: true },
  { kind: 'memory', includeArchived: true },
  { kind: 'message', channel: 'dev' },
  { kind: 'memory', channel: 'dev' },
  { kind: 'message', channel: 'coach:1', includeArchived: true },
  { kind: 'memory', channel: 'coach:1' },
  { kind: 'message', channel: 'nowhere' },
  { kind: 'memory', channel: 'nowhere' },
  { kind: 'message', subchannel: 'a' },
  { kind: 'message', sessionKey: 's1', subchannel: 'b' },
  { kind: 'memory', sessionKey: 's1' },
  { kind: 'memory', stores: ['semantic', 'episodic'] },
  { kind: 'message', stores: ['semantic'] },
  { kind: 'memory', stores: [], categories: [], tags: [] },
  { kind: 'memory', categories: ['decision'], includeArchived: true },
  { kind: 'memory', tags: ['x', 'Z z'] },
  { kind: 'memory', tags: ['x', 'y'], tagMatch: 'all' },
  { kind: 'message', tags: ['x'] },
  { kind: 'message', sinceMs: A_MONDAY - 3 * DAY_MS },
  { kind: 'memory', sinceMs: A_MONDAY - 6 * DAY_MS, untilMs: A_MONDAY - 3 * DAY_MS },
  { kind: 'memory', channel: 'ops', stores: ['procedural'], untilMs: A_MONDAY - DAY_MS },
];
