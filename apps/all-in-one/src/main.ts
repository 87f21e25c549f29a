import { resolve } from 'node:path';
import { embeddedBackend, embeddedEvents } from '@cairn/backends';
import { CairnError } from '@cairn/contracts';
import { loadConfig, startService, type Config } from '@cairn/platform';
import { Identity } from '@cairn/ports';
import { EmbeddingModule } from '@cairn/service-embedding';
import { GatewayModule } from '@cairn/service-gateway';
import { IngestModule } from '@cairn/service-ingest';
import { RecallModule } from '@cairn/service-recall';
import { firstKey, writeCliFile } from './first-keys.ts';
import { gatewayOptionsOf } from './gateway-options.ts';
import { greeting } from './greeting.ts';
import { readOptions, type Options } from './options.ts';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const config = configOf(options);
  const service = await startService({
    backend: await embeddedBackend(config),
    modules: [IngestModule, EmbeddingModule, RecallModule, GatewayModule.forRoot(gatewayOptionsOf(config))],
    config,
    transport: embeddedEvents,
    handlesEveryEvent: true,
  });
  const identity = service.app.get(Identity);
  const key = isShown(options) ? await firstKey(identity) : undefined;
  await writeCliFile(identity, config.dataDir, service.url);

  if (options.readyJson) console.log(JSON.stringify({ ready: true, url: service.url, key }));
  else if (!options.quiet) console.log(greeting({ url: service.url, dataDir: config.dataDir, key }));
  if (options.exitWithParent) process.stdin.resume().once('end', stop).once('close', stop);
}

const stop = () => process.kill(process.pid, 'SIGTERM');

/** A key that nobody gets to see would be lost. The command line, which ends with its server, has a key of its own. */
const isShown = ({ quiet, readyJson, exitWithParent }: Options) => !exitWithParent && (readyJson || !quiet);

function configOf({ port, dataDir, quiet }: Options): Config {
  const config = loadConfig();
  return {
    ...config,
    port: port ?? config.port,
    dataDir: resolve(dataDir ?? config.dataDir),
    logLevel: quiet && config.logLevel === 'info' ? 'warn' : config.logLevel,
  };
}

main().catch((error: unknown) => {
  console.error(error instanceof CairnError ? `cairn: ${error.message}` : error);
  process.exit(1);
});
