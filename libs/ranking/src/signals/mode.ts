import type { Category, Mode, Store } from '@cairn/contracts';
import type { ItemSignal } from './signal.ts';

/** The request's mode prefers this category and store. */
export const mode = {
  name: 'mode',
  strength: (question, item) => modeFit(question.mode, item),
} as const satisfies ItemSignal;

/** What a mode prefers: a preference, not a filter (spec of the tools, sections 2.4 and 8). */
const preferred: Record<Exclude<Mode, 'general'>, { stores: readonly Store[]; categories: readonly Category[] }> = {
  decision: { stores: ['semantic', 'episodic'], categories: ['decision', 'lesson', 'rule'] },
  project: {
    stores: ['semantic', 'episodic', 'procedural'],
    categories: ['goal', 'workflow', 'skill', 'decision', 'fact'],
  },
  people: { stores: ['semantic', 'episodic'], categories: ['person', 'decision', 'event'] },
  workflow: { stores: ['procedural', 'semantic'], categories: ['workflow', 'skill', 'rule', 'lesson'] },
  conversation: { stores: ['sensory', 'episodic'], categories: ['conversation', 'event'] },
};

/** How well an item fits the mode, 0-1: its category counts most, its store the rest. */
export function modeFit(
  asked: Mode,
  item: { readonly store: Store | null; readonly category: Category | null },
): number {
  if (asked === 'general') return 0;
  const { stores } = preferred[asked];
  const inCategory = isPreferredBy(asked, item.category);
  const inStore = item.store !== null && stores.includes(item.store);
  return (inCategory ? 0.8 : 0) + (inStore ? 0.2 : 0);
}

/** Whether an item's category is one that the mode is about; of hits that are about as good, those stand first (`preferring`). */
export const isPreferredBy = (asked: Mode, category: Category | null): boolean =>
  asked !== 'general' && category !== null && preferred[asked].categories.includes(category);
