/** Written apart from the product, which it judges: it imports nothing of it. */
export interface Somebody {
  readonly id: string;
  readonly organisation: string;
  readonly role: 'reader' | 'writer' | 'manager' | 'admin';
  readonly peers: readonly string[];
  /** Names of the teams that they are in now. */
  readonly teams: ReadonlySet<string>;
}

export interface Thing {
  readonly organisation: string;
  readonly writer: string;
  readonly readers: 'org' | 'private' | 'peer' | { readonly team: string };
  readonly channel: string | null;
  readonly isForgotten: boolean;
}

/** In this world the channels of `coach` belong to one peer each, but for the room that they share. */
const isPeerChannel = (channel: string) => /^coach:.*\S/.test(channel) && channel !== 'coach:main';

/** Whether a call of somebody, made for a channel or for none, may get to know anything of a thing. */
export function maySee(asker: Somebody, calledFor: string | undefined, thing: Thing): boolean {
  if (thing.isForgotten) return false;
  if (thing.organisation !== asker.organisation) return false;
  if (thing.readers === 'org') return true;
  if (thing.readers === 'private') return thing.writer === asker.id;
  if (thing.readers === 'peer') {
    if (thing.channel === null || calledFor !== thing.channel || !isPeerChannel(calledFor)) return false;
    return asker.peers.includes('*') || asker.peers.includes(calledFor);
  }
  return asker.teams.has(thing.readers.team);
}
