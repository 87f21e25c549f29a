import type { Readable } from 'node:stream';

/** Destination of output: a terminal, a pipe, or an array in a test. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Access of a command to its environment; tests replace it. */
export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Path of the bundle of the all-in-one server, which is started if a command needs a server and none runs. */
  readonly serverBundle: string;
  /** Program and script with which this command line was started; absent for an installed `cairn`. */
  readonly startedBy?: { readonly program: string; readonly script: string };
  /** Data folder when none is given; absent for that of a clone. */
  readonly defaultDataDir?: string;
  /** Aborted at the first Ctrl-C; a second Ctrl-C ends the process. */
  readonly interrupted: AbortSignal;
  /** Exit code of the running command. */
  exitCode: number;
}

/** Options of every command. */
export interface GlobalOptions {
  readonly url?: string;
  readonly key?: string;
  readonly dataDir: string;
  readonly json?: boolean;
}
