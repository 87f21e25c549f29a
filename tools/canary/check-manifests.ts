import type { Problem } from '../common/problem.ts';
import type { BrokenManifest } from './manifests.ts';

export type Check = (text: string) => readonly Problem[];

/** Lists the broken manifests that a check accepts. Problems that the unbroken file already has do not count as a refusal. */
export function asleep(text: string, check: Check, cases: readonly BrokenManifest[]): string[] {
  const before = new Set(check(text).map((problem) => lineOf('', problem)));
  return cases.flatMap(({ says, was, became, refusedBy }) => {
    const changed = text.replace(was, () => became);
    if (changed === text) return [`canary: there is nothing to break for: ${says}`];
    const news = check(changed).filter((problem) => !before.has(lineOf('', problem)));
    if (news.some(({ rule }) => rule === refusedBy)) return [];
    return [`canary: let through: ${says}; the rule ${refusedBy} said nothing`];
  });
}

export const lineOf = (file: string, { rule, where, says }: Problem) => `${file}: ${where}: ${says} [${rule}]`;
