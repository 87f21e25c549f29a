import { globSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isByNpx } from '@cairn/platform/own-program';
import type { CliContext } from '../context/cli-context.ts';

type Place = Pick<CliContext, 'env' | 'startedBy' | 'home' | 'serverBundle'>;

const HOOK = 'hook.mjs';

/** Path of the hook program that a client runs. npx keeps this package in a cache, which npm may empty. */
export const hookProgramOf = (place: Place): string =>
  join(isByNpx(place) ? stableFolderOf(place) : dirname(place.serverBundle), HOOK);

/** Copies the hook program out of npx's cache, if it is there. It needs no packages. */
export async function keepHookProgram(place: Place): Promise<void> {
  if (!isByNpx(place)) return;
  const folder = stableFolderOf(place);
  await mkdir(folder, { recursive: true });
  const files = globSync(`{${HOOK},chunk-hook-*.mjs}`, { cwd: dirname(place.serverBundle) });
  await Promise.all(
    files.map((file) => copyFile(join(dirname(place.serverBundle), file), join(folder, basename(file)))),
  );
}

const stableFolderOf = ({ home }: Place): string => join(home, '.cairn', 'bin');
