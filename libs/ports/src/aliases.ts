import type { Alias, OrgId, Principal } from '@cairn/contracts';

/** What a manager says of another name, in place of what was said of it before. */
export interface Declaration {
  /** Equal keys are one alias (`nameKey` of libs/text). */
  readonly key: string;
  readonly alias: string;
  readonly speakers: readonly string[];
}

/**
 * By what other names an organisation's speakers go. Declared ones are commands, each with its audit row. Learned ones come
 * from the truth: `Truth.write` hears the calls of messages that the whole organisation may see (`Derived.calls`), and
 * `Truth.forget` takes back what a forgotten message said. A learned alias holds after two messages called somebody so, or
 * one in which they call themselves so. Nothing crosses to another organisation.
 */
export abstract class Aliases {
  /** Every alias by its key, declared ones in place of what was learned; one entry an alias, its speakers by name. */
  abstract all(orgId: OrgId): Promise<Alias[]>;
  /** Says whom an alias means, or that it means nobody. More than `limits.aliases` of them are `request/invalid`. */
  abstract declare(author: Principal, declaration: Declaration): Promise<void>;
  /** Takes a declaration back, so that what was learned counts again. False when there is none. */
  abstract withdraw(author: Principal, key: string): Promise<boolean>;
}
