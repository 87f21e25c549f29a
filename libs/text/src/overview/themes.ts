import { groupOf } from '../group.ts';
import { topicWords } from '../why/index.ts';

/** The fields by which memories are grouped. */
export interface Themed {
  readonly title: string;
  readonly tags: readonly string[];
  readonly subject: string | null;
}

/** A common property of memories: a document, a subject, a tag, or a word of their titles. */
export interface Theme<Item extends Themed> {
  readonly by: 'document' | 'subject' | 'tag' | 'word';
  readonly name: string;
  /** In the order in which they were given. */
  readonly items: readonly Item[];
}

/** Weights of themes: deliberate names are more informative than words that happen to occur. */
const WEIGHTS = { document: 4, subject: 4, tag: 2, word: 1 } as const;
const LEAST = 2;
/** The greatest share of memories with a theme: a more frequent one separates nothing. */
const SHARE_MAX = 0.6;
/** So few may all share something. */
const FEW = 4;
const WORD = /[\p{L}\p{N}_]+/gu;

/**
 * Groups memories, best first, by what they share, each at most once: the biggest group first, then of the rest again. `asked`
 * are the words of the topic, which all share.
 */
export function themesOf<Item extends Themed>(
  items: readonly Item[],
  asked: ReadonlySet<string>,
  most: number,
): Theme<Item>[] {
  const keyed = items.map((item) => ({ item, keys: keysOf(item, asked) }));
  const usual = Math.max(FEW, items.length * SHARE_MAX);
  const themes: Theme<Item>[] = [];
  let rest = keyed;
  while (themes.length < most) {
    const theme = biggestIn(rest, usual);
    if (!theme) break;
    themes.push(theme);
    const taken = new Set(theme.items);
    rest = rest.filter(({ item }) => !taken.has(item));
  }
  return themes;
}

type Key = Pick<Theme<Themed>, 'by' | 'name'> & {
  /** Equal ones are one theme; the first name stands for it. */
  readonly id: string;
};

interface Keyed<Item> {
  readonly item: Item;
  readonly keys: readonly Key[];
}

function keysOf({ title, tags, subject }: Themed, asked: ReadonlySet<string>): Key[] {
  const document = groupOf({ kind: 'memory', title });
  const named = (by: Key['by']) => (name: string) => ({ by, name, id: `${by} ${name}` });
  return [
    ...[document].filter((name) => name !== null).map(named('document')),
    ...[subject].filter((name) => name !== null).map(named('subject')),
    ...tags.map(named('tag')),
    ...(title.match(WORD) ?? []).flatMap((word) => wordKeys(word, asked)),
  ];
}

/** A word as it stands, which its other forms are one theme with; a word of the topic is none. */
function wordKeys(word: string, asked: ReadonlySet<string>): Key[] {
  const [term, ...others] = topicWords(word);
  const isOne = term !== undefined && others.length === 0 && !asked.has(term);
  return isOne ? [{ by: 'word', name: word, id: `word ${term}` }] : [];
}

function biggestIn<Item extends Themed>(keyed: readonly Keyed<Item>[], usual: number): Theme<Item> | undefined {
  const byKey = new Map<string, Theme<Item> & { items: Item[] }>();
  for (const { item, keys } of keyed) {
    for (const key of keys) {
      const group = byKey.get(key.id) ?? { by: key.by, name: key.name, items: [] };
      byKey.set(key.id, group);
      if (group.items.at(-1) !== item) group.items.push(item);
    }
  }
  const groups = [...byKey.values()].filter(({ items }) => items.length >= LEAST && items.length <= usual);
  const worth = ({ by, items }: Theme<Item>) => items.length * WEIGHTS[by];
  return groups.reduce<Theme<Item> | undefined>(
    (best, group) => (!best || worth(group) > worth(best) ? group : best),
    undefined,
  );
}
