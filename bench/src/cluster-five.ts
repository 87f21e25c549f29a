import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppProcess, firstKeyOf, startFive, type App, type Five, type FiveOptions } from '../../tools/cluster/five.ts';
import { freePorts } from '../../tools/cluster/free-ports.ts';
import type { Stores } from './cluster-stores.ts';

type Environment = Readonly<Record<string, string>>;

/** The five services as separate processes, with a way to add replicas. */
export interface RunningFive {
  readonly urls: Readonly<Record<App, string>>;
  readonly pids: Readonly<Record<App, number>>;
  /** First key of the installation, unless it was shown before. */
  readonly firstKey: string | undefined;
  /** Starts another recall API, with these settings in place of the others. */
  addRecall(settings?: Environment): Promise<{ readonly url: string; readonly pid: number }>;
}

/** Runs `work` with all five on these stores, from the bundle of this bench. */
export async function withFive<Result>(
  { settings }: Pick<Stores, 'settings'>,
  embedder: Environment,
  work: (five: RunningFive) => Promise<Result>,
): Promise<Result> {
  const options: FiveOptions = {
    bundle: bundleOfThis(),
    ports: await freePorts(),
    env: { ...settings, ...embedder, CAIRN_LOG_LEVEL: 'error', CAIRN_RATE_LIMIT_PER_MINUTE: '10000000' },
  };
  const firstKey = await firstKeyOf(options.env, options.bundle);
  const five = await startFive(options);
  const added: AppProcess[] = [];
  const addRecall = async (own: Environment = {}) => {
    const env = { ...options.env, ...own };
    const replica = new AppProcess('recall-api', { ...options, env, ports: await freePorts() });
    added.push(replica);
    await replica.start();
    return { url: replica.url, pid: replica.pid! };
  };
  try {
    return await work({
      urls: eachOf(five, ({ url }) => url),
      pids: eachOf(five, ({ pid }) => pid!),
      firstKey,
      addRecall,
    });
  } finally {
    await Promise.all([five.stop(), ...added.map((replica) => replica.stop())]);
  }
}

const eachOf = <Value>({ apps }: Five, of: (app: AppProcess) => Value): Record<App, Value> =>
  Object.fromEntries(Object.entries(apps).map(([name, app]) => [name, of(app)])) as Record<App, Value>;

/** The name of the folder that the running bundle lies in, below the repository's root. */
const bundleOfThis = (): string => basename(dirname(fileURLToPath(import.meta.url)));
