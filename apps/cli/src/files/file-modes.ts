import { chmod, stat } from 'node:fs/promises';

/** Mode of a file that contains a key: only its owner reads and writes it. */
export const OWNER_ONLY = 0o600;
const OTHERS_MODE_MASK = 0o077;

/** Permissions of a file or folder; undefined if it does not exist. */
export const modeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mode }) => mode & 0o777,
    () => undefined,
  );

const isOpen = (mode: number): boolean => (mode & OTHERS_MODE_MASK) !== 0;

/**
 * Returns the mode of a file if other users can read or change the file. Undefined for other files, and on Windows,
 * which does not use modes.
 */
export async function openModeOf(path: string): Promise<number | undefined> {
  const mode = await modeOf(path);
  return process.platform !== 'win32' && mode !== undefined && isOpen(mode) ? mode : undefined;
}

export const closeToOthers = (path: string): Promise<void> => chmod(path, OWNER_ONLY);

export const modeText = (mode: number): string => (mode & 0o777).toString(8).padStart(3, '0');
