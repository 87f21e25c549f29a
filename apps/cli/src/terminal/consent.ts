import { Option } from 'commander';
import { ask } from './ask.ts';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';

/** Every command that asks whether it may takes it. */
export const yesOption = (description = 'do not ask'): Option => new Option('-y, --yes', description);

export const dryRunOption = (): Option => new Option('--dry-run', 'say what would be done, and change nothing');

/** What every command takes that can say beforehand what it would do. */
export interface ConsentOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export interface Consent {
  /** The person agreed beforehand. */
  readonly yes: boolean | undefined;
  /** Asks for a yes or a no. */
  readonly question: string;
  /** Said where there is no yes. */
  readonly unchanged: string;
}

/** Whether there is somebody who reads a question and can answer it. */
export const canAsk = ({ stdin, stderr }: Pick<CliContext, 'stdin' | 'stderr'>): boolean =>
  Boolean(stdin.isTTY && stderr.isTTY);

/** Goes on only with a person's yes: by `--yes`, or asked for on a terminal. Without either, it fails and waits for nothing. */
export async function requireConsent(context: CliContext, { yes, ...asked }: Consent): Promise<void> {
  if (yes) return;
  const { unchanged } = asked;
  if (!canAsk(context)) throw new CommandFailure('usage', `${unchanged} To agree without a terminal to ask on: --yes`);
  if (!(await agrees(context, asked))) throw new CommandFailure('interrupted', unchanged);
}

/** What the person at the terminal says; an answer that is neither yes nor no is asked for again. */
export async function agrees(
  context: CliContext,
  { question, unchanged }: Pick<Consent, 'question' | 'unchanged'>,
): Promise<boolean> {
  const agreed = await ask(context, {
    question: `${question} [y/N] `,
    meaningOf: (answer) => /^y(es)?$/.test(answer) || (/^(no?)?$/.test(answer) ? false : undefined),
    unanswered: unchanged,
  });
  return agreed === true;
}
