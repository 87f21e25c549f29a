import { environmentsIn } from './lexicon.ts';
import type { GivenNorm } from './norm.ts';

const FREEZE =
  /\b(?:production|prod|staging|live|main|master|trunk|code|repo(?:sitory)?|branch|deploys?|deployments?|releases?|merges?|pipeline)\s+(?:branch\s+)?(?:is|are|stays?|remains?)\s+(?:now\s+|still\s+)?frozen\b|\b(?:code|deploy|deployment|release|change|merge|production)\s+freeze\b|(?:^|[:;,]\s*)no\s+(?:deploys?|deployments?|releases?|merges?)\b|\bnothing\s+(?:goes|(?:is|gets)\s+(?:deployed|released|shipped))\s+(?:in)?to\b|\bwe\s+(?:deploy|release|ship|merge)\s+nothing\b/i;
const IS_OVER = /\b(?:over|lifted|ended|ends|done|after|was|were|no longer|not frozen|unfrozen|thawed)\b/i;
const OF_CODE = /\b(?:main|master|trunk|code|repo|repository|branch|merges?)\b/i;

/**
 * Reads a freeze, such as `production is frozen` or `no deploys this week`, as advice against deploying, and for one of code
 * against merging and pushing. It is never a stop, since an act does not show whether the freeze still holds.
 */
export function freezeIn(sentence: string): (GivenNorm & { readonly isConditional: true }) | undefined {
  if (!FREEZE.test(sentence) || IS_OVER.test(sentence)) return undefined;
  const verbs = OF_CODE.test(sentence) ? ['deploy', 'merge', 'push'] : ['deploy'];
  return { verbs, environments: environmentsIn(sentence), strength: 'advice', isConditional: true };
}
