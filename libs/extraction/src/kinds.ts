import type { Category, Store } from '@cairn/contracts';
import type { ExtractedKind } from './extracted.ts';
import type { Mark } from './marks.ts';

/** Maps each kind to the category and the store of its memories. */
export const placeByKind: Readonly<Record<ExtractedKind, { readonly category: Category; readonly store: Store }>> = {
  decision: { category: 'decision', store: 'semantic' },
  rule: { category: 'rule', store: 'procedural' },
  correction: { category: 'fact', store: 'semantic' },
  preference: { category: 'person', store: 'semantic' },
  lesson: { category: 'lesson', store: 'procedural' },
  fact: { category: 'fact', store: 'semantic' },
  goal: { category: 'goal', store: 'prospective' },
  relation: { category: 'fact', store: 'semantic' },
};

/**
 * Maps each kind to marks. A statement of the kind has at least one of them; a statement without any mark in this map
 * is a fact.
 */
export const marksByKind: Readonly<Record<Exclude<ExtractedKind, 'fact'>, readonly Mark[]>> = {
  decision: [
    'decided',
    'goingWith',
    'choosing',
    'plan',
    'insteadOf',
    'overOther',
    'offered',
    'answers',
    'confirmed',
    'picked',
    'agrees',
  ],
  rule: [
    ...(['always', 'alwaysInside', 'fromNowOn', 'whenever', 'mustNot', 'must', 'dont', 'ensure', 'generic'] as const),
    ...(['politeRule', 'habit', 'duty', 'conditional', 'refusing'] as const),
  ],
  correction: ['correcting', 'wrongSource', 'notButIs', 'changed'],
  preference: ['prefer', 'likes', 'wantsIt', 'styleOf', 'politeRule'],
  lesson: ['turnedOut', 'learnt', 'failing', 'causing', 'confirmed'],
  goal: ['willDo', 'aims', 'byDate', 'promised'],
  relation: ['relation', 'looseRelation', 'ownership'],
};

/** Marks of statements that assert nothing, such as a guess, a condition or a rumour. */
export const unassertedMarks: readonly Mark[] = ['hedging', 'supposing', 'imagining', 'hearsay', 'asks'];
