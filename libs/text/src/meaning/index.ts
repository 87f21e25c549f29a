export { describeRule } from './describe-rule.ts';
export { keepEvidentParts } from './evident.ts';
export { readMeaning } from './read-meaning.ts';
export { readRecordDecision } from './record-decision.ts';
export { readRuleNorms } from './rule-norms.ts';
export { normLines, understoodLines } from './understood.ts';
