import { Option } from 'commander';
import { askQuestion } from './ask.ts';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';

/** Option `--yes` of every command that asks for consent. */
export const yesOption = (description = 'do not ask'): Option => new Option('-y, --yes', description);

export const dryRunOption = (): Option => new Option('--dry-run', 'say what would be done, and change nothing');

/** Options of every command that can preview its effect. */
export interface ConsentOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export interface Consent {
  /** True when the person agreed in advance. */
  readonly yes: boolean | undefined;
  /** Question that is answered with yes or no. */
  readonly question: string;
  /** Message when the person does not consent. */
  readonly unchanged: string;
}

/** Tells whether a person can read a question and answer it. */
export const canAsk = ({ stdin, stderr }: Pick<CliContext, 'stdin' | 'stderr'>): boolean =>
  Boolean(stdin.isTTY && stderr.isTTY);

/**
 * Returns only if the person consents, by `--yes` or by an answer on a terminal. Throws at once if neither was given
 * nor can be asked for.
 */
export async function requireConsent(context: CliContext, { yes, ...asked }: Consent): Promise<void> {
  if (yes) return;
  const { unchanged } = asked;
  if (!canAsk(context)) throw new CommandFailure('usage', `${unchanged} To agree without a terminal to ask on: --yes`);
  if (!(await askYesNo(context, asked))) throw new CommandFailure('interrupted', unchanged);
}

/** Asks the person at the terminal; repeats the question until the answer is yes or no. */
export async function askYesNo(
  context: CliContext,
  { question, unchanged }: Pick<Consent, 'question' | 'unchanged'>,
): Promise<boolean> {
  const agreed = await askQuestion(context, {
    question: `${question} [y/N] `,
    meaningOf: (answer) => /^y(es)?$/.test(answer) || (/^(no?)?$/.test(answer) ? false : undefined),
    unanswered: unchanged,
  });
  return agreed === true;
}
