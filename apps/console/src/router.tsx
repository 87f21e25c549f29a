import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { Failure } from './parts/failure.tsx';
import { Missing } from './screens/missing.tsx';
import { movedPaths } from './screens.ts';
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

const redirectTo = (path: string, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ search }) => {
      throw redirect({ to, search, replace: true });
    },
  });

export const router = createRouter({
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error }) => <Failure error={error as Error} />,
  routeTree: root.addChildren([
    screen('/', () => import('./screens/home.tsx'), 'Home'),
    screen('/ask', () => import('./screens/ask.tsx'), 'Ask'),
    screen('/review', () => import('./screens/review.tsx'), 'Review'),
    screen('/memories', () => import('./screens/memories.tsx'), 'Memories'),
    screen('/memories/$id', () => import('./screens/memory.tsx'), 'MemoryScreen'),
    screen('/decisions', () => import('./screens/decisions.tsx'), 'Decisions'),
    screen('/rules', () => import('./screens/rules.tsx'), 'Rules'),
    screen('/conversations', () => import('./screens/conversations.tsx'), 'Conversations'),
    screen('/notes', () => import('./screens/notes.tsx'), 'Notes'),
    screen('/documents', () => import('./screens/documents.tsx'), 'Documents'),
    screen('/patterns', () => import('./screens/patterns.tsx'), 'Patterns'),
    screen('/ownership', () => import('./screens/ownership.tsx'), 'Ownership'),
    screen('/agents', () => import('./screens/agents.tsx'), 'Agents'),
    screen('/people', () => import('./screens/people.tsx'), 'People'),
    screen('/authorize', () => import('./screens/authorize.tsx'), 'Authorize'),
    screen('/join', () => import('./screens/join.tsx'), 'Join'),
    screen('/imports', () => import('./screens/imports.tsx'), 'Imports'),
    screen('/health', () => import('./screens/health.tsx'), 'Health'),
    screen('/audit', () => import('./screens/audit.tsx'), 'Audit'),
    screen('/settings', () => import('./screens/settings.tsx'), 'Settings'),
    ...Object.entries(movedPaths).map(([from, to]) => redirectTo(from, to)),
  ]),
});
