import type { RouteOutput } from '@cairn/contracts';

export type Principal = RouteOutput<'listPrincipals'>['principals'][number];
