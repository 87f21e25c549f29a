import { clusterBackend } from '@cairn/backends';
import { CairnError } from '@cairn/contracts';
import { exitWithError, loadConfig } from '@cairn/platform';
import { firstKey, newAdminKey } from '@cairn/service-admin';
import { NestFactory } from '@nestjs/core';
import { keys, type Keys } from '@cairn/store';

/**
 * Prints a key for anybody who can access the store of record. `node dist/ingest.mjs --first-key` prints the first key
 * of a new installation, `--admin-key` an admin key if none is left. A running server prints no keys, since more people
 * read its log than may have a key.
 */
export async function printKey(which: '--first-key' | '--admin-key'): Promise<void> {
  try {
    const config = loadConfig('ingest');
    const app = await NestFactory.createApplicationContext(await clusterBackend(config), {
      logger: false,
      abortOnError: false,
    });
    const access = { keys: app.get<Keys>(keys.token), peerPrefixes: config.peerPrefixes };
    const key = which === '--admin-key' ? await newAdminKey(access, 'admin by the database') : await firstKey(access);
    await app.close();
    if (key === undefined)
      throw new CairnError(
        'item/conflict',
        'The first key was given before; its holder makes more, else --admin-key does.',
      );
    process.stdout.write(`${key}\n`);
  } catch (error) {
    exitWithError(error);
  }
}
