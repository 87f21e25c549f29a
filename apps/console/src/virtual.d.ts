declare module 'virtual:routes' {
  import type { Role, RouteName } from '@cairn/contracts';
  export const routeTable: Readonly<
    Record<RouteName, { readonly method: string; readonly path: string; readonly role: Role }>
  >;
}

declare module '*.css';
