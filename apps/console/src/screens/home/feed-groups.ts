import type { RouteOutput } from '@cairn/contracts';

export type FeedEntry = RouteOutput<'feed'>['entries'][number];

/** Entries that one agent or person stored on one day about one project, or by one import. */
export interface FeedGroup {
  readonly key: string;
  /** First moment of the day, by the clock of the reader. */
  readonly day: number;
  /** Whether the reader has not seen these entries yet. */
  readonly isNew: boolean;
  readonly entries: readonly FeedEntry[];
}

const startOfDay = (at: number) => new Date(at).setHours(0, 0, 0, 0);

/** Groups entries by day and writer. The groups stand in the order of their newest entries. */
export function groupFeed(entries: readonly FeedEntry[], seenUntil: number): FeedGroup[] {
  const groups = Map.groupBy(entries, ({ at, by, project, importId }) =>
    [startOfDay(at), at > seenUntil, by.principalId, project, importId].join(' '),
  );
  return [...groups].map(([key, own]) => {
    const { at } = own[0]!;
    return { key, day: startOfDay(at), isNew: at > seenUntil, entries: own };
  });
}

const countThings = (count: number) => (count === 1 ? 'a thing' : `${count} things`);

/** Says in words how a group came about: `learned 3 things`. */
export function deedOf({ entries }: FeedGroup): string {
  const [{ by, importId }] = entries as [FeedEntry];
  const waiting = entries.filter(({ state }) => state === 'proposed').length;
  if (importId !== undefined) return `imported ${countThings(entries.length)}`;
  if (by.kind === 'person') return `wrote ${countThings(entries.length)}`;
  if (waiting === entries.length) return `proposes ${countThings(waiting)}`;
  return `learned ${countThings(entries.length)}${waiting > 0 ? `, ${waiting} to review` : ''}`;
}

const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });
const DAY_MS = 86_400_000;

/** Name of a day: Today, Yesterday, or its date. */
export function nameDay(day: number, now: number): string {
  const today = startOfDay(now);
  if (day === today) return 'Today';
  // Half a day leaves room for a day that the clocks make shorter or longer.
  return startOfDay(today - DAY_MS / 2) === day ? 'Yesterday' : dayFormat.format(day);
}

interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** Counts the values of a field over the entries, the most frequent first. */
export function countValues(
  entries: readonly FeedEntry[],
  valueOf: (entry: FeedEntry) => { readonly value: string; readonly label: string } | undefined,
): FacetValue[] {
  const found = entries.flatMap((entry) => valueOf(entry) ?? []);
  return [...Map.groupBy(found, ({ value }) => value).values()]
    .map((same) => ({ ...same[0]!, count: same.length }))
    .toSorted((one, other) => other.count - one.count);
}
