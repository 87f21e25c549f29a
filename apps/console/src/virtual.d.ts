declare module 'virtual:routes' {
  import type { AuditAct, AuditKind, Role, RouteName } from '@cairn/contracts';
  export const routeTable: Readonly<
    Record<RouteName, { readonly method: string; readonly path: string; readonly role: Role }>
  >;
  export const auditActs: readonly AuditAct[];
  export const auditKinds: readonly AuditKind[];
}

declare module '*.css';
