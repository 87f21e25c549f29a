import { createInterface } from 'node:readline';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';

const ATTEMPTS_MAX = 3;

/**
 * Asks the person at the terminal a question, up to three times, until the answer is valid. Ctrl-C and the end of input give
 * `interrupted`.
 */
export async function askQuestion<Meaning>(
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
    // Lines that arrived before the question also count as answers, since a paste sends several lines at once.
    for await (const line of terminal) {
      if (context.interrupted.aborted) break;
      const meaning = meaningOf(line.trim().toLowerCase());
      attempts += 1;
      if (meaning !== undefined || attempts === ATTEMPTS_MAX) return meaning;
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
  /** Interprets an answer, which is trimmed and in lower case. If the result is undefined, the question is repeated. */
  readonly meaningOf: (answer: string) => Meaning | undefined;
  /** Message when nobody answers. */
  readonly unanswered: string;
}
