/** Exit codes of all commands, also printed by --help and in docs/reference. */
export const exitCodes = {
  done: { code: 0, meaning: 'done' },
  failed: {
    code: 1,
    meaning:
      'something failed: what was named is not there, the server refused (a key, a role, a version), there was nothing to import, doctor or verify found a fault, an import with --strict met a line that it could not store',
  },
  usage: {
    code: 2,
    meaning:
      'wrong usage: a command, an option or a value that the command line or the server does not take; or it asks whether it may, and there is neither a terminal nor --yes',
  },
  noServer: { code: 3, meaning: 'no server answers, or none runs and none could be started' },
  conflict: {
    code: 4,
    meaning: 'sync is done, but a note was changed on both sides: both texts are kept, the output names them',
  },
  interrupted: {
    code: 130,
    meaning: 'interrupted, or not agreed to; run an import again to carry on where it stopped',
  },
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]['code'];

/** Failure that the person at the terminal can repair. The message names the fault and the remedy. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;
  /** Error response of the server as JSON, if it sent one. */
  readonly details: unknown;

  constructor(exit: keyof typeof exitCodes, message: string, options: { cause?: unknown; details?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'CommandFailure';
    this.exitCode = exitCodes[exit].code;
    this.details = options.details;
  }
}
