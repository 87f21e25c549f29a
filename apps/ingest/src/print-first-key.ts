import { clusterBackend } from '@cairn/backends';
import { CairnError } from '@cairn/contracts';
import { endWith, loadConfig } from '@cairn/platform';
import { Identity } from '@cairn/ports';
import { firstKey } from '@cairn/service-ingest';
import { NestFactory } from '@nestjs/core';

/**
 * `node dist/ingest.mjs --first-key` prints the first key of a new installation, for whoever may reach the store of record,
 * and ends. No server prints it: its log goes to more people than a key should.
 */
export async function printFirstKey(): Promise<void> {
  try {
    const app = await NestFactory.createApplicationContext(await clusterBackend(loadConfig('ingest')), {
      logger: false,
      abortOnError: false,
    });
    const key = await firstKey(app.get(Identity));
    await app.close();
    if (key === undefined)
      throw new CairnError('item/conflict', 'The first key was given before; its holder makes more.');
    process.stdout.write(`${key}\n`);
  } catch (error) {
    endWith(error);
  }
}
