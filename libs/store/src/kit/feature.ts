import type { OrgId } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import type { ScopeFields } from './conditions.ts';
import { awaitStored, type Reach, type SqlStore, type StoreModule } from './module.ts';

/** The parts of a feature of the store: its tables and its commands, each written once for both dialects. */
export interface FeatureParts extends Omit<StoreModule, 'name'> {
  /**
   * The caches to refresh after each write of the feature. They are refreshed even after a failed write, since its
   * changes may be stored nevertheless.
   */
  readonly refreshes?: 'principals';
  /**
   * The names of the commands that serve all organisations at once. The input of every other command names its
   * organisation.
   */
  readonly acrossOrganisations?: readonly string[];
}

export interface Feature extends FeatureParts {
  readonly name: string;
  /** The token under which a backend provides the commands; `@Uses` of the platform injects them. */
  readonly token: string;
}

export const feature = <const Parts extends FeatureParts>(name: string, parts: Parts) => ({
  ...parts,
  name,
  token: `store:${name}`,
});

/** The input of a call. A scope in the input must come from `scopeOf`. */
type Given<Input> = Input extends { readonly scope: ScopeFields }
  ? Omit<Input, 'scope'> & { readonly scope: Scope }
  : Input;

type Call<Of> = Of extends (tx: never) => Promise<infer Output>
  ? () => Promise<Output>
  : Of extends (tx: never, input: infer Input) => Promise<infer Output>
    ? (input: Given<Input>) => Promise<Output>
    : never;

/** The commands of a feature as functions of their inputs. A write resolves when it is on disk. */
export type CallsOf<Of extends Feature> = { readonly [Name in keyof Of['reads']]: Call<Of['reads'][Name]> } & {
  readonly [Name in keyof Of['writes']]: Call<Of['writes'][Name]>;
};

/**
 * Makes functions that call the commands of a feature in a store, each within the organisation that its input names.
 * `principalsChanged` refreshes the caches of principals.
 */
export function callsOf<Of extends Feature>(
  of: Of,
  store: SqlStore,
  principalsChanged: () => void = () => undefined,
): CallsOf<Of> {
  const changed = of.refreshes === 'principals' ? principalsChanged : () => undefined;
  const read = (command: string) => (input: unknown) =>
    store.read(`${of.name}.${command}`, organisationOfInput(of, command, input), input);
  const write = (command: string) => (input: unknown) =>
    awaitStored(store.write(`${of.name}.${command}`, organisationOfInput(of, command, input), input)).finally(changed);
  return Object.fromEntries([
    ...Object.keys(of.reads).map((command) => [command, read(command)]),
    ...Object.keys(of.writes).map((command) => [command, write(command)]),
  ]) as CallsOf<Of>;
}

interface OrganisationInput {
  readonly orgId?: OrgId;
  readonly author?: { readonly orgId: OrgId };
  readonly scope?: { readonly orgId: OrgId };
}

/**
 * Returns the organisation whose rows a command may access, or `all` for a command that serves all organisations. The
 * input names the organisation: by its author, by its scope or as `orgId`.
 */
function organisationOfInput({ name, acrossOrganisations }: Feature, command: string, input: unknown): Reach {
  if (acrossOrganisations?.includes(command)) return 'all';
  const { orgId, author, scope } = (input ?? {}) as OrganisationInput;
  const reach = author?.orgId ?? scope?.orgId ?? orgId;
  if (reach === undefined) throw new Error(`The input of the command ${name}.${command} names no organisation.`);
  return reach;
}
