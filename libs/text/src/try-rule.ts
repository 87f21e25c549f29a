import { bindingCategories, type Category } from '@cairn/contracts';
import { judgeAll, readAction, readRule, type GivenNorm } from './preflight/index.ts';

/** A rule as its writer types it, before it is stored. */
export interface RuleDraft {
  readonly category: Category;
  readonly title: string;
  readonly content: string;
  readonly triggers: readonly string[];
  readonly forbids?: readonly GivenNorm[] | undefined;
  readonly instead?: readonly string[] | undefined;
}

/** An action that a rule stops or warns about, and the name or trigger that it matches. */
export interface TriedAction {
  readonly action: string;
  readonly severity: 'stop' | 'caution';
  readonly matched: string | undefined;
  readonly instead: string | undefined;
}

/**
 * Judges actions by a rule that a person is about to write, as the preflight would: by its norms and triggers, without
 * likeness of meaning. Returns the actions that the rule concerns.
 */
export function tryRule({ category, triggers, ...text }: RuleDraft, actions: readonly string[]): TriedAction[] {
  const rule = readRule(text);
  const ruling = { rule, triggers, isBinding: bindingCategories.has(category), isTrusted: true, likeness: 0 };
  return actions.flatMap((action) => {
    const judgement = judgeAll(readAction(action), [ruling])[0]?.judgement;
    if (!judgement || judgement.severity === 'info') return [];
    const { severity, why, instead } = judgement;
    return [{ action, severity, matched: why.matched, instead }];
  });
}
