import { inspect } from 'node:util';
import { CairnError } from '@cairn/contracts';
import { Logger } from '@nestjs/common';
import { loadConfig, type Config, type ServiceName } from './config.ts';
import { watchLoop } from './watch-loop.ts';
import { startService, type ServiceOptions } from './start-service.ts';

/** What an app is made of, given its settings. */
type Recipe<App extends ServiceName> = (
  config: Config<App>,
) => Omit<ServiceOptions, 'config'> | Promise<Omit<ServiceOptions, 'config'>>;

/** The whole story of a process that is one service: it reads the settings of its app, starts, and ends with a sentence when it cannot. */
export async function runService<App extends ServiceName>(app: App, recipe: Recipe<App>): Promise<void> {
  try {
    const config = loadConfig(app);
    watchLoop(config.stuckSeconds, { log: config.logLevel });
    const { url } = await startService({ name: app, handlesItsRoutes: true, ...(await recipe(config)), config });
    new Logger(app).log({ url }, 'serving');
  } catch (error) {
    endWith(error);
  }
}

/** Says why the process cannot go on, in one sentence if it is one that people can mend, and ends it. */
export function endWith(error: unknown): never {
  process.stderr.write(`${error instanceof CairnError ? `cairn: ${error.message}` : inspect(error)}\n`);
  process.exit(1);
}
