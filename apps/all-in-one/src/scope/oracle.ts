/** Written apart from the product, which it judges: it imports nothing of it. */
export interface Somebody {
  readonly id: string;
  readonly organisation: string;
  readonly role: 'reader' | 'writer' | 'manager' | 'admin';
  readonly peers: readonly string[];
  /** Names of the teams that they are in now. */
  readonly teams: ReadonlySet<string>;
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

/** In this world the channels of `coach` belong to one peer each, but for the room that they share. */
const isPeerChannel = (channel: string) => /^coach:.*\S/.test(channel) && channel !== 'coach:main';

/** Whether a call of somebody reaches a knowledge base. */
export function mayAsk(asker: Somebody, calledFor: string | undefined, base: Base): boolean {
  if (!base.isActive || base.organisation !== asker.organisation) return false;
  if (base.agents.length > 0 && !base.agents.includes(asker.id)) return false;
  if (calledFor === undefined) return base.scope === null;
  if (calledFor === 'coach' || calledFor.trim().endsWith(':')) return false;
  if (!isPeerChannel(calledFor)) return base.scope === null || base.scope === calledFor;
  if (!asker.peers.includes('*') && !asker.peers.includes(calledFor)) return false;
  if (base.scope === calledFor) return true;
  return base.policy === 'permissive' && (base.scope === null || base.scope === 'coach:main');
}

/** How a call reads: it names a base, asks a question, opens one thing, or lists and counts. */
export type Reading = Base | 'asks' | 'opens' | 'lists';

/** Whether what is in a base is read by a call that reaches it. */
function isReadIn(base: Base, reading: Reading): boolean {
  if (typeof reading === 'object') return base.id === reading.id;
  return reading === 'opens' || (reading === 'asks' && base.policy === 'permissive');
}

export interface Called {
  readonly channel: string | undefined;
  readonly reading: Reading;
  readonly bases: readonly Base[];
}

/** Whether a call of somebody, made for a channel or for none, may get to know anything of a thing. */
export function maySee(asker: Somebody, { channel: calledFor, reading, bases }: Called, thing: Thing): boolean {
  if (thing.isForgotten) return false;
  if (thing.organisation !== asker.organisation) return false;
  if (thing.readers === 'org') return true;
  if (thing.readers === 'private') return thing.writer === asker.id;
  if (thing.readers === 'peer') {
    if (thing.channel === null || calledFor !== thing.channel || !isPeerChannel(calledFor)) return false;
    return asker.peers.includes('*') || asker.peers.includes(calledFor);
  }
  if ('base' in thing.readers) {
    const { base: id } = thing.readers;
    return bases.some((base) => base.id === id && isReadIn(base, reading) && mayAsk(asker, calledFor, base));
  }
  return asker.teams.has(thing.readers.team);
}

/** What a question for a channel is answered from: the channel, for a peer its shared room too, and of memories those of none. */
export function isSearched(calledFor: string | undefined, { channel }: Thing, kind: 'memory' | 'message'): boolean {
  if (calledFor === undefined || channel === calledFor) return true;
  if (channel === null) return kind === 'memory';
  return channel === 'coach:main' && isPeerChannel(calledFor);
}
