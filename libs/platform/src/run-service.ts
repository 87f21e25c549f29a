import { inspect } from 'node:util';
import { CairnError } from '@cairn/contracts';
import { Logger } from '@nestjs/common';
import { loadConfig, type Config, type ServiceName } from './config.ts';
import { watchLoop } from './watch-loop.ts';
import { startService, type ServiceOptions } from './start-service.ts';

/** Builds the parts of an app from its settings. */
type Recipe<App extends ServiceName> = (
  config: Config<App>,
) => Omit<ServiceOptions, 'config'> | Promise<Omit<ServiceOptions, 'config'>>;

/** Runs one service as a process: reads the settings of its app and starts it. Exits with a sentence if that fails. */
export async function runService<App extends ServiceName>(app: App, recipe: Recipe<App>): Promise<void> {
  try {
    const config = loadConfig(app);
    watchLoop(config.stuckSeconds, { log: config.logLevel });
    const { url } = await startService({ name: app, handlesItsRoutes: true, ...(await recipe(config)), config });
    new Logger(app).log({ url }, 'serving');
  } catch (error) {
    exitWithError(error);
  }
}

/** Prints why the process cannot continue, and exits. An error that people can correct is printed as one sentence. */
export function exitWithError(error: unknown): never {
  process.stderr.write(`${error instanceof CairnError ? `cairn: ${error.message}` : inspect(error)}\n`);
  process.exit(1);
}
