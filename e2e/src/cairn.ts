import { startClusterOf } from './cluster.ts';
import { startServer, type ServerOptions } from './server-process.ts';

/** System under test: one process or five. */
export interface Cairn {
  readonly url: string;
  /** First key, known to the first start on its data only. */
  readonly key: string | undefined;
  /** Stops it and keeps the data; returns the exit code. */
  stop(): Promise<number | null>;
}

/** Starts the system that this run tests. Its folder has the file by which the command line finds it. */
export const startCairn = (options: Omit<ServerOptions, 'bundle'>): Promise<Cairn> =>
  process.env['CAIRN_E2E'] === 'cluster' ? startClusterOf(options) : startServer(options);
