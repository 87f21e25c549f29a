import { chmod, stat } from 'node:fs/promises';

/** Of a file that holds a key: its owner alone reads and writes it. */
export const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** The permissions of a file or folder that there is. */
export const modeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mode }) => mode & 0o777,
    () => undefined,
  );

export const isOpen = (mode: number): boolean => (mode & OTHERS) !== 0;

/** The mode of a file that others than its owner may look into or change; Windows says so by other means. */
export async function openModeOf(path: string): Promise<number | undefined> {
  const mode = await modeOf(path);
  return process.platform !== 'win32' && mode !== undefined && isOpen(mode) ? mode : undefined;
}

export const closeToOthers = (path: string): Promise<void> => chmod(path, OWNER_ONLY);

export const modeText = (mode: number): string => (mode & 0o777).toString(8).padStart(3, '0');
