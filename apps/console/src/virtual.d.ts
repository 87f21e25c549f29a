declare module 'virtual:routes' {
  import type { AuditAct, AuditKind, Role, RouteName } from '@cairn/contracts';
  export const routeTable: Readonly<
    Record<RouteName, { readonly method: string; readonly path: string; readonly role: Role }>
  >;
  export const auditActs: readonly AuditAct[];
  export const auditKinds: readonly AuditKind[];
  /** How each client is connected: CAIRN_URL and CAIRN_KEY stand for the address and a key. */
  export const snippets: readonly {
    readonly name: string;
    readonly files: readonly string[];
    readonly text: string;
    readonly then: string;
  }[];
}

declare module '*.css';
