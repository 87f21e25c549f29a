import type { Readable } from 'node:stream';

/** Somewhere to write to: a terminal, a pipe, or a test's array. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Everything of the outside that a command may touch, so that a test can be the outside. */
export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** The bundle of the all-in-one server, started when a command needs a server and none runs. */
  readonly serverBundle: string;
  /** The program and the script that this command line was started by, as they were typed; nothing: an installed `cairn`. */
  readonly startedBy?: { readonly program: string; readonly script: string };
  /** Aborted at the first Ctrl-C; a second one ends the process. */
  readonly interrupted: AbortSignal;
  /** The running command's answer to the shell. */
  exitCode: number;
}

/** Options that every command takes. */
export interface GlobalOptions {
  readonly url?: string;
  readonly key?: string;
  readonly dataDir: string;
  readonly json?: boolean;
}
