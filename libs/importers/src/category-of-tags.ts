import { categories, type Category } from '@cairn/contracts';

/** Tags of notes that name a category in another word. */
const categoryByTag: ReadonlyMap<string, Category> = new Map([
  ...categories.flatMap((category): [string, Category][] => [
    [category, category],
    [`${category}s`, category],
  ]),
  ['people', 'person'],
  ['adr', 'decision'],
  ['postmortem', 'lesson'],
  ['post-mortem', 'lesson'],
  ['gotcha', 'lesson'],
  ['runbook', 'workflow'],
  ['runbooks', 'workflow'],
  ['playbook', 'workflow'],
  ['procedure', 'workflow'],
  ['howto', 'workflow'],
  ['how-to', 'workflow'],
]);

/**
 * The category that the tags of a note name, such as `#decision`, `type/lesson` or `runbook`: the first that names one, as
 * a whole or by its last part, so that `people/ana` names none.
 * A preflight reads decisions, lessons, rules and workflows, and not facts.
 */
export const categoryOfTags = (tags: readonly string[]): Category | undefined =>
  tags.map((tag) => categoryByTag.get(tag.toLowerCase().split('/').at(-1)!)).find((category) => category !== undefined);
