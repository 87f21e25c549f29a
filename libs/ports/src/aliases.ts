import type { Alias, ItemId, OrgId } from '@cairn/contracts';
import type { Principal, Scope } from '@cairn/domain';

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

/** The names by which a message addresses people, as the given version of the rules detects them. */
export interface Calls {
  readonly rules: number;
  readonly names: readonly Call[];
}

/** The organisation whose aliases are wanted, and the channels that are closed to the reader. */
export type Asker = Pick<Scope, 'orgId' | 'closedChannels'>;

/**
 * Other names of an organisation's speakers. Managers declare aliases, each with its audit row. Other aliases are learned from
 * messages that the whole organisation may see (`hear`); `Truth.forget` removes what was learned from a forgotten message. A
 * learned alias counts after two messages in which a speaker is called by it, or one in which they call themselves by it. Nothing
 * crosses to another organisation.
 */
export abstract class Aliases {
  /**
   * Every alias by its key; a declared one replaces a learned one. One entry for each alias, its speakers by name. Calls in channels
   * that are closed to the asker do not count.
   */
  abstract all(asker: Asker): Promise<Alias[]>;
  /** Declares whom an alias means, or that it means nobody. More than `limits.aliases` of them are `request/invalid`. */
  abstract declare(author: Principal, declaration: Declaration): Promise<void>;
  /** Removes a declaration, so that learned aliases count again. Returns false when there is none. */
  abstract withdraw(author: Principal, key: string): Promise<boolean>;
  /**
   * Stores whom a message calls by which name (`whoIsCalled` of libs/text, given the speakers in the last 50 turns of its session),
   * in place of what was learned from it before: a repeated call counts once. Stores nothing for a message that is forgotten, that
   * not everyone may see or that has no speaker.
   */
  abstract hear(orgId: OrgId, id: ItemId, calls: Calls): Promise<void>;
}
