import type { z } from 'zod';
import { aliasRoutes } from './aliases.ts';
import { changeRoutes } from './changes.ts';
import { deadLetterRoutes } from './dead-letters.ts';
import { feedbackRoutes } from './feedback.ts';
import { generationRoutes } from './generations.ts';
import { keyRoutes } from './keys.ts';
import { itemRoutes } from './listing.ts';
import { preflightRoutes } from './preflight.ts';
import { recallRoutes } from './recall.ts';
import type { InputOfRoute, ParsedInputOfRoute, Routes } from './route.ts';
import { settingsRoutes } from './settings.ts';
import { traceRoutes } from './trace.ts';
import { writeRoutes } from './writes.ts';

/** Every data route, once. Each feature has its rows beside its shapes. */
export const routes = {
  ...writeRoutes,
  ...changeRoutes,
  ...itemRoutes,
  ...traceRoutes,
  ...recallRoutes,
  ...preflightRoutes,
  ...aliasRoutes,
  ...feedbackRoutes,
  ...keyRoutes,
  ...deadLetterRoutes,
  ...settingsRoutes,
  ...generationRoutes,
} as const satisfies Routes;

type Table = typeof routes;
export type RouteName = keyof Table;

/** What a caller of a route sends, part by part. */
export type RouteInput<Name extends RouteName> = InputOfRoute<Table[Name]>;

/** What the handler of a route gets: the same, checked, with defaults and transforms applied. */
export type ParsedInput<Name extends RouteName> = ParsedInputOfRoute<Table[Name]>;

export type RouteOutput<Name extends RouteName> = z.output<Table[Name]['output']>;
