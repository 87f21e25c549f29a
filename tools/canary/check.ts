import type { ESLint } from 'eslint';
import { forbidden, permitted } from './cases.ts';
import type { CanaryCase } from './cases.ts';

/** Lists violations that the lint accepts and permitted code that it refuses. Empty when the rules work. */
export async function canaryProblems(eslint: ESLint): Promise<string[]> {
  const answers = await Promise.all([...forbidden, ...permitted].map((canary) => problemOf(eslint, canary)));
  return answers.filter((problem) => problem !== undefined);
}

async function problemOf(eslint: ESLint, { says, file, code, refusedBy }: CanaryCase): Promise<string | undefined> {
  const [result] = await eslint.lintText(code, { filePath: file });
  const refusals = result?.messages.map(({ ruleId, message }) => `${ruleId ?? 'parser'}: ${message}`) ?? [];
  if (!refusedBy) return refusals.length > 0 ? `refused, but allowed: ${says} (${refusals.join('; ')})` : undefined;
  const isRefused = result?.messages.some(({ ruleId }) => ruleId === refusedBy);
  return isRefused ? undefined : `let through: ${says}; ${refusedBy} said nothing`;
}
