import { groupOf } from '../sections/group.ts';
import { topicWords } from '../why/index.ts';

/** The fields by which memories are grouped. */
export interface ThemeFields {
  readonly title: string;
  readonly tags: readonly string[];
  readonly subject: string | null;
}

/** A common property of memories: a document, a subject, a tag, or a word of their titles. */
export interface Theme<Item extends ThemeFields> {
  readonly by: 'document' | 'subject' | 'tag' | 'word';
  readonly name: string;
  /** The memories with this property, in the order in which they were given. */
  readonly items: readonly Item[];
}

/**
 * Weights of themes. A document, subject or tag was named on purpose and tells more than a word that happens to occur.
 */
const weightByKind = { document: 4, subject: 4, tag: 2, word: 1 } as const;
const THEME_ITEMS_MIN = 2;
/** The maximum share of all memories that one theme may have, 0 to 1. A more frequent theme separates nothing. */
const THEME_SHARE_MAX = 0.6;
/** The number of memories that one theme may always have, even if these are all memories. */
const USUAL_ITEMS_MIN = 4;
const WORD = /[\p{L}\p{N}_]+/gu;

/**
 * Groups memories by shared properties, best theme first. The theme with the highest weight × size takes its memories;
 * then the remaining memories are grouped again, so that a memory is in at most one theme. `asked` are the words of the
 * topic, which all memories share. Returns at most `most` themes.
 */
export function themesOf<Item extends ThemeFields>(
  items: readonly Item[],
  asked: ReadonlySet<string>,
  most: number,
): Theme<Item>[] {
  const keyed = items.map((item) => ({ item, keys: keysOf(item, asked) }));
  const usual = Math.max(USUAL_ITEMS_MIN, items.length * THEME_SHARE_MAX);
  const themes: Theme<Item>[] = [];
  let rest = keyed;
  while (themes.length < most) {
    const theme = findBestTheme(rest, usual);
    if (!theme) break;
    themes.push(theme);
    const taken = new Set(theme.items);
    rest = rest.filter(({ item }) => !taken.has(item));
  }
  return themes;
}

type Key = Pick<Theme<ThemeFields>, 'by' | 'name'> & {
  /** The id of a theme. Keys with equal ids form one theme, which takes the name of the first key. */
  readonly id: string;
};

interface KeyedItem<Item> {
  readonly item: Item;
  readonly keys: readonly Key[];
}

function keysOf({ title, tags, subject }: ThemeFields, asked: ReadonlySet<string>): Key[] {
  const document = groupOf({ kind: 'memory', title });
  const named = (by: Key['by']) => (name: string) => ({ by, name, id: `${by} ${name}` });
  return [
    ...[document].filter((name) => name !== null).map(named('document')),
    ...[subject].filter((name) => name !== null).map(named('subject')),
    ...tags.map(named('tag')),
    ...(title.match(WORD) ?? []).flatMap((word) => wordKeys(word, asked)),
  ];
}

/** The key of a word. Different forms of a word have the same id. A word of the topic gives no key. */
function wordKeys(word: string, asked: ReadonlySet<string>): Key[] {
  const [term, ...others] = topicWords(word);
  const isOne = term !== undefined && others.length === 0 && !asked.has(term);
  return isOne ? [{ by: 'word', name: word, id: `word ${term}` }] : [];
}

function findBestTheme<Item extends ThemeFields>(
  keyed: readonly KeyedItem<Item>[],
  usual: number,
): Theme<Item> | undefined {
  const byKey = new Map<string, Theme<Item> & { items: Item[] }>();
  for (const { item, keys } of keyed) {
    for (const key of keys) {
      const group = byKey.get(key.id) ?? { by: key.by, name: key.name, items: [] };
      byKey.set(key.id, group);
      if (group.items.at(-1) !== item) group.items.push(item);
    }
  }
  const groups = [...byKey.values()].filter(({ items }) => items.length >= THEME_ITEMS_MIN && items.length <= usual);
  const worth = ({ by, items }: Theme<Item>) => items.length * weightByKind[by];
  return groups.reduce<Theme<Item> | undefined>(
    (best, group) => (!best || worth(group) > worth(best) ? group : best),
    undefined,
  );
}
