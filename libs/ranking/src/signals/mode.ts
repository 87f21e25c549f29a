import type { Category, Mode, Store } from '@cairn/contracts';
import type { ItemSignal } from './signal.ts';

/** Signal: the request's mode prefers the category and store of the item. */
export const mode = {
  name: 'mode',
  strength: (question, item) => modeFit(question.mode, item),
} as const satisfies ItemSignal;

/** Stores and categories that each mode prefers. Other items are not filtered out. */
const preferencesByMode: Record<
  Exclude<Mode, 'general'>,
  { stores: readonly Store[]; categories: readonly Category[] }
> = {
  decision: { stores: ['semantic', 'episodic'], categories: ['decision', 'lesson', 'rule'] },
  project: {
    stores: ['semantic', 'episodic', 'procedural'],
    categories: ['goal', 'workflow', 'skill', 'decision', 'fact'],
  },
  people: { stores: ['semantic', 'episodic'], categories: ['person', 'decision', 'event'] },
  workflow: { stores: ['procedural', 'semantic'], categories: ['workflow', 'skill', 'rule', 'lesson'] },
  conversation: { stores: ['sensory', 'episodic'], categories: ['conversation', 'event'] },
};

/** Fit of an item to the mode, 0-1: .8 for its category and .2 for its store. */
export function modeFit(
  asked: Mode,
  item: { readonly store: Store | null; readonly category: Category | null },
): number {
  if (asked === 'general') return 0;
  const { stores } = preferencesByMode[asked];
  const inCategory = prefersCategory(asked, item.category);
  const inStore = item.store !== null && stores.includes(item.store);
  return (inCategory ? 0.8 : 0) + (inStore ? 0.2 : 0);
}

const prefersCategory = (asked: Exclude<Mode, 'general'>, category: Category | null): boolean =>
  category !== null && preferencesByMode[asked].categories.includes(category);

/**
 * Maps a mode to the categories whose items the reranker lifts. They are the most important categories of
 * `preferencesByMode`.
 */
const liftedCategoriesByMode: Record<Exclude<Mode, 'general'>, readonly Category[]> = {
  decision: ['decision'],
  project: ['goal', 'workflow', 'decision'],
  people: ['person'],
  workflow: ['workflow', 'skill'],
  conversation: ['conversation', 'event'],
};

/**
 * Tells whether the mode lifts the item's category. `liftPreferredMode` moves such hits above hits of similar score.
 */
export const isPreferredBy = (asked: Mode, category: Category | null): boolean =>
  asked !== 'general' && category !== null && liftedCategoriesByMode[asked].includes(category);
