import type { Category, Store } from '@cairn/contracts';
import type { ExtractedKind } from './extracted.ts';
import type { Mark } from './marks.ts';

/** The category and the store of a memory of each kind. */
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

/** Marks of which a statement of a kind has at least one. A statement without any of them is a fact. */
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

/** Marks of words that assert nothing: a guess, a condition, a rumour. */
export const unassertedMarks: readonly Mark[] = ['hedging', 'supposing', 'imagining', 'hearsay', 'asks'];
