export { evidentParts, type Evident } from './evident.ts';
export { readMeaning, type ReadableText } from './read-meaning.ts';
export { readRecordDecision } from './record-decision.ts';
export { readRuleNorms, type RuleNorms } from './rule-norms.ts';
export {
  understoodLines,
  type GivenMeaning,
  type ReadMeaning,
  type Understanding,
  type UnderstoodRelation,
} from './understood.ts';
