import { resolve } from 'node:path';
import { embeddedBackend, embeddedEvents } from '@cairn/backends';
import { endWith, loadConfig, startService, type Config } from '@cairn/platform';
import { Identity } from '@cairn/ports';
import { EmbeddingModule, GenerationsModule } from '@cairn/service-embedding';
import { GatewayModule, gatewayOptionsOf } from '@cairn/service-gateway';
import { GraphModule } from '@cairn/service-graph';
import { firstKey, IngestModule } from '@cairn/service-ingest';
import { RecallModule } from '@cairn/service-recall';
import { writeCliFile } from './cli-file.ts';
import { greeting } from './greeting.ts';
import { readOptions, type Options } from './options.ts';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const config = configOf(options);
  const service = await startService({
    backend: await embeddedBackend(config),
    modules: [
      IngestModule,
      EmbeddingModule.forRoot(config),
      GenerationsModule,
      RecallModule,
      GraphModule,
      GatewayModule.forRoot(gatewayOptionsOf(config)),
    ],
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
  const config = loadConfig('all-in-one');
  return {
    ...config,
    port: port ?? config.port,
    dataDir: resolve(dataDir ?? config.dataDir),
    logLevel: quiet && config.logLevel === 'info' ? 'warn' : config.logLevel,
  };
}

main().catch(endWith);
