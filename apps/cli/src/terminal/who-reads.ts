import { Option } from 'commander';
import { askQuestion } from './ask.ts';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';

const readers = ['private', 'org'] as const;

/** Possible readers of imported items that state no readers themselves. */
export type Readers = (typeof readers)[number];

const READERS_QUESTION = 'Readers of these conversations: private (you alone) or org (everyone)? ';

export const visibilityOption = (description: string): Option =>
  new Option('--visibility <who>', description).choices(readers);

/** Sentence about the readers that is shown before anything is sent. */
export const readersSentence: Record<Readers, string> = {
  private: 'Only the key that imports them will read these conversations.',
  org: 'Everyone of the organisation will read these conversations.',
};

/**
 * Asks the person whether only the importing key or everyone may read the conversations. Without a terminal, only the
 * importing key may read them.
 */
export async function askReaders(context: CliContext): Promise<Readers> {
  if (!context.stdin.isTTY || !context.stderr.isTTY) return 'private';
  const chosen = await askQuestion(context, {
    question: READERS_QUESTION,
    meaningOf: (answer) => readers.find((reader) => reader === (answer || 'private')),
    unanswered: 'Nothing was imported.',
  });
  if (chosen) return chosen;
  throw new CommandFailure('usage', 'Nothing was imported. Say who may read it: --visibility private or org');
}
