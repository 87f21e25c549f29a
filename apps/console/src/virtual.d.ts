declare module 'virtual:routes' {
  import type {
    AuditAct,
    AuditKind,
    Category,
    ProposalKind,
    RecallSources,
    RecipeName,
    Role,
    RouteName,
  } from '@cairn/contracts';
  export const version: string;
  export const routeTable: Readonly<
    Record<
      RouteName,
      {
        readonly method: string;
        readonly path: string;
        readonly role: Role;
        /** The action of the route, as a verb with its object. */
        readonly does: string;
      }
    >
  >;
  export const auditActs: readonly AuditAct[];
  export const auditKinds: readonly AuditKind[];
  export const categories: readonly Category[];
  export const proposalKinds: readonly ProposalKind[];
  export const recallSources: readonly RecallSources[];
  export const recipeNames: readonly RecipeName[];
  /** Command that accepts an invitation, with `{{link}}` in place of the link. */
  export const joinCommand: string;
  /** Beginning of a command of Cairn on a machine that has Node alone. */
  export const npxCommand: string;
  /** Names of clients by their ids. */
  export const clientTitles: Readonly<Record<string, string>>;
  /** Configuration of each client, with the placeholders {{url}} and {{key}}. */
  export const snippets: readonly {
    readonly name: string;
    readonly filesOn: Readonly<Record<'linux' | 'darwin' | 'win32', readonly string[]>>;
    readonly text: string;
    readonly then: string;
  }[];
}

declare module '*.css';
