/** A principal. This file imports nothing of the product, since it judges it independently. */
export interface Somebody {
  readonly id: string;
  readonly organisation: string;
  readonly role: 'reader' | 'writer' | 'manager' | 'admin';
  readonly peers: readonly string[];
  /** Names of the current teams. */
  readonly teams: ReadonlySet<string>;
}

/** A channel that is closed to all but some people. */
export interface Wall {
  readonly organisation: string;
  readonly channel: string;
  readonly people: readonly string[];
  readonly teams: readonly string[];
}

export interface Base {
  readonly id: string;
  readonly name: string;
  readonly organisation: string;
  readonly scope: string | null;
  readonly policy: 'strict' | 'permissive';
  readonly agents: readonly string[];
  readonly isActive: boolean;
}

export interface Thing {
  readonly organisation: string;
  readonly writer: string;
  readonly readers: 'org' | 'private' | 'peer' | { readonly team: string } | { readonly base: string };
  readonly channel: string | null;
  readonly isForgotten: boolean;
}

/** In this world, each channel of `coach` belongs to one peer, except their shared room. */
const isPeerChannel = (channel: string) => /^coach:.*\S/.test(channel) && channel !== 'coach:main';

/** Tells whether a closed channel excludes somebody. */
const isOutside = (asker: Somebody, channel: string | null | undefined, walls: readonly Wall[]): boolean =>
  walls.some(
    (wall) =>
      wall.channel === channel &&
      wall.organisation === asker.organisation &&
      !wall.people.includes(asker.id) &&
      !wall.teams.some((team) => asker.teams.has(team)),
  );

export interface Place {
  readonly channel: string | undefined;
  readonly walls: readonly Wall[];
}

const isLetIn = (asker: Somebody, { isActive, organisation, agents, scope }: Base, walls: readonly Wall[]): boolean =>
  isActive &&
  organisation === asker.organisation &&
  (agents.length === 0 || agents.includes(asker.id)) &&
  !isOutside(asker, scope, walls);

/** Tells whether a call reaches a knowledge base. */
export function mayAsk(asker: Somebody, { channel: calledFor, walls }: Place, base: Base): boolean {
  if (!isLetIn(asker, base, walls) || isOutside(asker, calledFor, walls)) return false;
  if (calledFor === undefined) return base.scope === null;
  if (calledFor === 'coach' || calledFor.trim().endsWith(':')) return false;
  if (!isPeerChannel(calledFor)) return base.scope === null || base.scope === calledFor;
  if (!speaksFor(asker, calledFor)) return false;
  if (base.scope === calledFor) return true;
  return base.policy === 'permissive' && (base.scope === null || base.scope === 'coach:main');
}

/** Way in which a call reads: it names a base, asks a question, opens one item, or lists and counts. */
export type Reading = Base | 'asks' | 'opens' | 'lists';

/** Tells whether a call that reaches a base also reads its items. */
function isReadIn(base: Base, reading: Reading): boolean {
  if (typeof reading === 'object') return base.id === reading.id;
  return reading === 'opens' || (reading === 'asks' && base.policy === 'permissive');
}

export interface Called extends Place {
  readonly reading: Reading;
  /** Principal whose private items an admin requests. */
  readonly privateOf?: string | undefined;
  readonly bases: readonly Base[];
}

/** Tells whether a call, made for a channel or for none, may reveal anything of an item. */
export function maySee(asker: Somebody, called: Called, thing: Thing): boolean {
  const { channel: calledFor, reading, bases, walls } = called;
  if (thing.isForgotten) return false;
  if (thing.organisation !== asker.organisation) return false;
  if (called.privateOf !== undefined && asker.role !== 'admin') return false;
  if (isOutside(asker, thing.channel, walls)) return false;
  if (thing.readers === 'org') return true;
  if (thing.readers === 'private') return thing.writer === (called.privateOf ?? asker.id);
  if (thing.readers === 'peer') {
    if (thing.channel === null || calledFor !== thing.channel || !isPeerChannel(calledFor)) return false;
    return speaksFor(asker, calledFor);
  }
  if ('base' in thing.readers) {
    const { base: id } = thing.readers;
    return bases.some((base) => base.id === id && isReadIn(base, reading) && mayAsk(asker, called, base));
  }
  return asker.teams.has(thing.readers.team);
}

/** Tells whether a question for a channel searches an item: it is in the channel, in a peer's shared room, or a memory without channel. */
export function isSearched(
  asker: Somebody,
  calledFor: string | undefined,
  { channel, kind }: Thing & { readonly kind: 'memory' | 'message' },
): boolean {
  if (calledFor === undefined || channel === calledFor) return true;
  if (channel === null) return kind === 'memory';
  return channel === 'coach:main' && isPeerChannel(calledFor) && speaksFor(asker, calledFor);
}

const speaksFor = ({ peers }: Somebody, channel: string): boolean => peers.includes('*') || peers.includes(channel);
