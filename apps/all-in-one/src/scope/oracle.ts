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

/** Whether a call of somebody, made for a channel or for none, may get to know anything of a thing. `asked` is the base that it names. */
export function maySee(asker: Somebody, calledFor: string | undefined, thing: Thing, asked?: Base): boolean {
  if (thing.isForgotten) return false;
  if (thing.organisation !== asker.organisation) return false;
  if (thing.readers === 'org') return true;
  if (thing.readers === 'private') return thing.writer === asker.id;
  if (thing.readers === 'peer') {
    if (thing.channel === null || calledFor !== thing.channel || !isPeerChannel(calledFor)) return false;
    return asker.peers.includes('*') || asker.peers.includes(calledFor);
  }
  if ('base' in thing.readers) return thing.readers.base === asked?.id && mayAsk(asker, calledFor, asked);
  return asker.teams.has(thing.readers.team);
}
