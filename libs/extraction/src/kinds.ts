import type { Category, Store } from '@cairn/contracts';
import type { ExtractedKind } from './extracted.ts';

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
