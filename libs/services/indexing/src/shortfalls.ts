import { setTimeout as delay } from 'node:timers/promises';
import type { IndexTarget, OrgId } from '@cairn/contracts';
import { placeOfOrganisation, type GenerationIndex, type IndexLosses, type ExpectedItems } from '@cairn/ports';

/** Number of organisations in one check; successive checks cover all of them. */
const ORGANISATIONS_A_LOOK = 100;
/** A shortfall counts only if this many checks find it, since store and index change meanwhile. */
const LOOKS_TO_COUNT = 3;
const BETWEEN_LOOKS_MS = 300;
const MINUTE_MS = 60_000;
/**
 * For each of these ages in ms, the index is searched for the latest item that changed longer ago than this. If an
 * older copy of an index was restored, writes continue after it, so the newest items are present; the missing items
 * were written between the copy and the restoration.
 */
const AGE_STEPS_MS = [MINUTE_MS / 12, MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS];

/**
 * Compares the live index of a target with the truth, by the number of items and by the latest changes of each
 * organisation. Reports an index that was restored empty or from an older copy, only for the organisations whose items
 * or versions it lacks.
 */
export class Shortfalls {
  private readonly losses: IndexLosses;
  private last: OrgId | undefined;
  /**
   * Maps an organisation to the number by which its counter in the truth exceeds its exact number of items. An
   * organisation has an entry only if exact counts have confirmed that the index lacks none of its items.
   */
  private readonly excess = new Map<OrgId, number>();

  constructor(losses: IndexLosses) {
    this.losses = losses;
  }

  /** Compares the next organisations, reports those whose items the index lacks, and returns their ids. */
  async look(live: GenerationIndex<IndexTarget>): Promise<OrgId[]> {
    const { target, number: generation } = live.generation;
    const owed = await this.losses.owed({ target, generation }, ORGANISATIONS_A_LOOK, this.last);
    this.last = owed.length < ORGANISATIONS_A_LOOK ? undefined : owed.at(-1)!.orgId;
    const expected = owed.filter(({ items }) => items > 0);
    const [short, behind] = await Promise.all([this.short(live, expected), this.behind(live, orgIdsOf(expected))]);
    const isShort = (some: readonly ExpectedItems[]) => this.shortByCount(live, some);
    const isBehind = (some: readonly ExpectedItems[]) => this.behind(live, orgIdsOf(some));
    const confirmed = await Promise.all([
      keepRepeated(
        expected.filter(({ orgId }) => short.has(orgId)),
        isShort,
      ),
      keepRepeated(
        expected.filter(({ orgId }) => behind.has(orgId)),
        isBehind,
      ),
    ]);
    const lacking = [...new Set(orgIdsOf(confirmed.flat()))];
    await Promise.all(
      lacking.map((orgId) => this.losses.report({ target, generation, place: placeOfOrganisation(orgId) })),
    );
    return lacking;
  }

  /** Finds organisations that have fewer items in the index than their counters state. */
  private async short(
    { index }: GenerationIndex<IndexTarget>,
    expected: readonly ExpectedItems[],
  ): Promise<ReadonlySet<OrgId>> {
    const held = await index.itemCounts(orgIdsOf(expected));
    const short = expected.filter(({ orgId, items }) => {
      const found = held.get(orgId);
      return found !== undefined && found < items - (this.excess.get(orgId) ?? 0);
    });
    return new Set(orgIdsOf(short));
  }

  /** Finds organisations whose last changes the index lacks. */
  private async behind(
    { generation, index }: GenerationIndex<IndexTarget>,
    orgIds: readonly OrgId[],
  ): Promise<ReadonlySet<OrgId>> {
    const last = await this.losses.lastIndexed(generation.target, orgIds, AGE_STEPS_MS);
    return new Set(orgIdsOf(await index.missingItems(last)));
  }

  /**
   * Finds organisations that have items which the index lacks, by exact counts. Counts before and after the query to
   * the index, since an item removed in between is in only one of the two counts.
   */
  private async shortByCount(
    { generation, index }: GenerationIndex<IndexTarget>,
    some: readonly ExpectedItems[],
  ): Promise<ReadonlySet<OrgId>> {
    const before = await this.counted(generation.target, some);
    const held = await index.itemCounts(orgIdsOf(some));
    const after = await this.counted(generation.target, some);
    const short = some.filter(({ orgId, items }) => {
      const found = held.get(orgId);
      if (found === undefined) return false;
      if (found < Math.min(before.get(orgId)!, after.get(orgId)!)) return true;
      if (items > before.get(orgId)!) this.excess.set(orgId, items - before.get(orgId)!);
      return false;
    });
    return new Set(orgIdsOf(short));
  }

  /** Counts one organisation after the other, since a count reads all of its items. */
  private async counted(target: IndexTarget, some: readonly ExpectedItems[]): Promise<ReadonlyMap<OrgId, number>> {
    const counts = new Map<OrgId, number>();
    for (const { orgId } of some) counts.set(orgId, await this.losses.indexed(target, orgId));
    return counts;
  }
}

const orgIdsOf = (all: readonly { readonly orgId: OrgId }[]): OrgId[] => all.map(({ orgId }) => orgId);

/**
 * Selects the organisations that every further check finds too. Each check examines all organisations together, so that
 * checking many takes as long as checking one.
 */
async function keepRepeated(
  found: readonly ExpectedItems[],
  look: (some: readonly ExpectedItems[]) => Promise<ReadonlySet<OrgId>>,
): Promise<readonly ExpectedItems[]> {
  let still = found;
  for (let looks = 0; looks < LOOKS_TO_COUNT && still.length > 0; looks++) {
    const again = await look(still);
    still = still.filter(({ orgId }) => again.has(orgId));
    if (still.length > 0) await delay(BETWEEN_LOOKS_MS);
  }
  return still;
}
