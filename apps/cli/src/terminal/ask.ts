import { createInterface } from 'node:readline/promises';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';

const ASKED_MAX = 3;

/** Asks the person at the terminal until their answer means something, three times at most. Ctrl-C or an end of input is `interrupted`. */
export async function ask<Meaning>(
  context: CliContext,
  { question, meaningOf, unanswered }: Question<Meaning>,
): Promise<Meaning | undefined> {
  const output = context.stderr as NodeJS.WriteStream;
  const terminal = createInterface({ input: context.stdin, output, terminal: false });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  const signal = AbortSignal.any([context.interrupted, closed.signal]);
  try {
    for (let asked = 0; asked < ASKED_MAX; asked += 1) {
      const meaning = meaningOf((await terminal.question(question, { signal })).trim().toLowerCase());
      if (meaning !== undefined) return meaning;
    }
    return undefined;
  } catch (cause) {
    throw new CommandFailure('interrupted', unanswered, { cause });
  } finally {
    terminal.close();
  }
}

export interface Question<Meaning> {
  readonly question: string;
  /** What an answer means, in small letters and without white space around it; undefined: nothing, ask again. */
  readonly meaningOf: (answer: string) => Meaning | undefined;
  /** What is said when nobody answers. */
  readonly unanswered: string;
}
