import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Reads the operator's key from the data folder. If there is no key and `isWanted`, creates one. Only this user can
 * read the file of the key.
 */
export async function operatorKeyOf(
  dataDir: string,
  { isWanted }: { readonly isWanted: boolean },
): Promise<string | undefined> {
  const file = join(dataDir, 'operator.key');
  const storedKey = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (storedKey !== undefined) return storedKey.trim();
  if (!isWanted) return undefined;
  const key = `cairn_operator_${randomBytes(32).toString('base64url')}`;
  await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}
