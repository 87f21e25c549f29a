import { neutraliseJson } from '@cairn/prompt';
import pc from 'picocolors';
import { ownCommand } from '../context/own-command.ts';
import type { CliContext, GlobalOptions, Output } from '../context/cli-context.ts';

const COLUMNS_WITHOUT_TERMINAL = 100;
const PRINTED_COLUMNS_MIN = 40;

export type Colors = ReturnType<typeof pc.createColors>;

/** Writes the result of a command. Callers must neutralise the texts that they print; only `colors` may add escapes. */
export interface Printer {
  readonly columns: number;
  readonly colors: Colors;
  line(text?: string): void;
}

/** Printer of a result that can suggest further commands. */
export interface ResultPrinter extends Printer {
  /** Formats a `cairn` command so that it can be typed here. */
  own(rest: string): string;
}

export function createPrinter(output: Output, env: CliContext['env']): Printer {
  const coloured = Boolean(output.isTTY) && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return {
    columns: Math.max(PRINTED_COLUMNS_MIN, output.columns ?? COLUMNS_WITHOUT_TERMINAL),
    colors: pc.createColors(coloured),
    line: (text = '') => void output.write(`${text}\n`),
  };
}

/** Prints the result as JSON if the user requested that, else in words. */
export function printResult(
  context: CliContext,
  options: GlobalOptions,
  json: unknown,
  inWords: (printer: ResultPrinter) => void,
): void {
  if (options.json) context.stdout.write(`${neutraliseJson(json)}\n`);
  else inWords({ ...createPrinter(context.stdout, context.env), own: (rest) => ownCommand(context, options, rest) });
}
