import { startClusterOf } from './cluster.ts';
import { startServer, type ServerOptions } from './server-process.ts';

/** What the tests talk to, one process or five. */
export interface Cairn {
  readonly url: string;
  /** Known to the first start on its data. */
  readonly key: string | undefined;
  /** Ends it and keeps the data; answers with its exit code. */
  stop(): Promise<number | null>;
}

/** Starts what this run of the suite is about. The folder has the file by which the command line finds it. */
export const startCairn = (options: Omit<ServerOptions, 'bundle'>): Promise<Cairn> =>
  process.env['CAIRN_E2E'] === 'cluster' ? startClusterOf(options) : startServer(options);
