export { isDisputed, renewalOf, topicOf, type Topic } from './about.ts';
export { claimsOf, type Claim } from './claims.ts';
export { linkableTo, memoryLinkOf, memoryRelationOf } from './memory-link.ts';
export { relationOf, type PairRelation } from './pair.ts';
export { readText, textRelationOf, type TextReading } from './relation.ts';
export { sameWordsKey, statementOf } from './statement.ts';
