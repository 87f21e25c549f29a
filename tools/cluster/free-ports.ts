import { freePort } from '@cairn/testing/free-port';
import { five } from './five.ts';
import type { App } from './five.ts';

/** Finds a different free port for each app. */
export const freePorts = async (): Promise<Record<App, number>> =>
  Object.fromEntries(await Promise.all(five.map(async (app) => [app, await freePort()]))) as Record<App, number>;
