import { createInterface } from 'node:readline';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';

const ASKED_MAX = 3;

/** Asks the person at the terminal up to three times, until the answer is valid. Ctrl-C or the end of input is `interrupted`. */
export async function ask<Meaning>(
  context: CliContext,
  { question, meaningOf, unanswered }: Question<Meaning>,
): Promise<Meaning | undefined> {
  const gaveUp = new CommandFailure('interrupted', unanswered);
  if (context.interrupted.aborted) throw gaveUp;
  const terminal = createInterface({ input: context.stdin, terminal: false });
  const stop = () => terminal.close();
  context.interrupted.addEventListener('abort', stop, { once: true });
  try {
    let attempts = 0;
    context.stderr.write(question);
    // Lines that arrived before a question also count as answers: a paste brings several at once.
    for await (const line of terminal) {
      if (context.interrupted.aborted) break;
      const meaning = meaningOf(line.trim().toLowerCase());
      attempts += 1;
      if (meaning !== undefined || attempts === ASKED_MAX) return meaning;
      context.stderr.write(question);
    }
  } finally {
    context.interrupted.removeEventListener('abort', stop);
    terminal.close();
  }
  throw gaveUp;
}

export interface Question<Meaning> {
  readonly question: string;
  /** Meaning of a trimmed, lower-case answer; undefined asks again. */
  readonly meaningOf: (answer: string) => Meaning | undefined;
  /** Message if nobody answers. */
  readonly unanswered: string;
}
