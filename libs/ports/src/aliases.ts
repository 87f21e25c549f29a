import type { Alias, ItemId, OrgId, Principal, Scope } from '@cairn/contracts';

/** An alias as a manager declares it, in place of an earlier declaration. */
export interface Declaration {
  /** Equal keys are one alias (`nameKey` of libs/text). */
  readonly key: string;
  readonly alias: string;
  readonly speakers: readonly string[];
}

/** A name that a text calls somebody by: the person spoken to, or the one who speaks. */
export interface Call {
  readonly name: string;
  readonly who: 'listener' | 'self';
}

/** The names by which a message addresses people, as the rules of this version read it. */
export interface Calls {
  readonly rules: number;
  readonly names: readonly Call[];
}

/** The organisation whose aliases are asked for, and the channels that are closed to whoever asks. */
export type Asker = Pick<Scope, 'orgId' | 'closedChannels'>;

/**
 * By what other names an organisation's speakers go. Declared ones are commands, each with its audit row. Learned ones come
 * from the calls of messages that the whole organisation may see (`hear`); `Truth.forget` takes back what a forgotten message
 * said. A learned alias holds after two messages called somebody so, or
 * one in which they call themselves so. Nothing crosses to another organisation.
 */
export abstract class Aliases {
  /**
   * Every alias by its key; a declared one replaces a learned one. One entry for each alias, its speakers by name. Calls in channels
   * that are closed to the asker do not count.
   */
  abstract all(asker: Asker): Promise<Alias[]>;
  /** Says whom an alias means, or that it means nobody. More than `limits.aliases` of them are `request/invalid`. */
  abstract declare(author: Principal, declaration: Declaration): Promise<void>;
  /** Removes a declaration, so that what was learned counts again. False when there is none. */
  abstract withdraw(author: Principal, key: string): Promise<boolean>;
  /**
   * Keeps whom a message calls by which name (`whoIsCalled` of libs/text, with those who spoke in the last 50 turns of its
   * session), in place of what was heard in it before: hearing it twice counts once. Of a message that is forgotten, that not
   * everyone may see or that has no speaker, nothing is kept.
   */
  abstract hear(orgId: OrgId, id: ItemId, calls: Calls): Promise<void>;
}
