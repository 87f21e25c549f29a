import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Missing } from './screens/missing.tsx';
import { Shell } from './shell.tsx';

/** State of a screen, kept in its address so that links to it can be shared. */
type Search = Readonly<Record<string, string | undefined>>;

const root = createRootRoute({
  component: Shell,
  notFoundComponent: Missing,
  validateSearch: (search): Search =>
    Object.fromEntries(
      Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
});

const screen = <Module, Name extends keyof Module & string>(path: string, load: () => Promise<Module>, name: Name) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load as () => Promise<never>, name as never),
  });

export const router = createRouter({
  basepath: '/console',
  defaultPreload: 'intent',
  routeTree: root.addChildren([
    screen('/', () => import('./screens/home.tsx'), 'Home'),
    screen('/recall', () => import('./screens/recall.tsx'), 'Recall'),
    screen('/memories', () => import('./screens/memories.tsx'), 'Memories'),
    screen('/memories/$id', () => import('./screens/memory.tsx'), 'MemoryScreen'),
    screen('/timeline', () => import('./screens/timeline.tsx'), 'Timeline'),
    screen('/decisions', () => import('./screens/decisions.tsx'), 'Decisions'),
    screen('/graph', () => import('./screens/graph.tsx'), 'Graph'),
    screen('/inbox', () => import('./screens/inbox.tsx'), 'Inbox'),
    screen('/imports', () => import('./screens/imports.tsx'), 'Imports'),
    screen('/connect', () => import('./screens/connect.tsx'), 'Connect'),
    screen('/people', () => import('./screens/people.tsx'), 'People'),
    screen('/audit', () => import('./screens/audit.tsx'), 'Audit'),
    screen('/operations', () => import('./screens/operations.tsx'), 'Operations'),
  ]),
});
