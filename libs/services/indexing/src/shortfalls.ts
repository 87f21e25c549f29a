import { setTimeout as delay } from 'node:timers/promises';
import type { IndexTarget, OrgId } from '@cairn/contracts';
import { placeOfOnly, type GenerationIndex, type IndexLosses, type Owed } from '@cairn/ports';

/** Organisations that one look compares. All have their turn, look after look. */
const ORGANISATIONS_A_LOOK = 100;
/** A shortfall counts when it is seen so often: both sides change meanwhile. */
const LOOKS_TO_COUNT = 3;
const BETWEEN_LOOKS_MS = 300;
const MINUTE_MS = 60_000;
/**
 * Before each of these ages, the last change of an organisation is looked for in the index. Writing goes on after an older copy
 * came back, so that its newest items are there; what it lacks lies between the copy and then.
 */
const AGES_MS = [MINUTE_MS / 12, MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS];

/**
 * Compares how many items the live index of a target holds of each organisation, and how far it is in the order of changes, with
 * what the truth noted as indexed. An index that came back emptier or older, as from a copy, is reported for the organisations that
 * it lacks items or versions of, and for no others.
 */
export class Shortfalls {
  private readonly losses: IndexLosses;
  private last: OrgId | undefined;
  /** By how much the counters of the truth exceed what is indexed, of organisations where a look at all items showed that they do. */
  private readonly excess = new Map<OrgId, number>();

  constructor(losses: IndexLosses) {
    this.losses = losses;
  }

  /** Compares the next organisations, and returns those that were reported. */
  async look(live: GenerationIndex<IndexTarget>): Promise<OrgId[]> {
    const { target, number: generation } = live.generation;
    const owed = await this.losses.owed({ target, generation }, ORGANISATIONS_A_LOOK, this.last);
    this.last = owed.length < ORGANISATIONS_A_LOOK ? undefined : owed.at(-1)!.orgId;
    const expected = owed.filter(({ items }) => items > 0);
    const [short, behind] = await Promise.all([this.short(live, expected), this.behind(live, orgIdsOf(expected))]);
    const isShort = (some: readonly Owed[]) => this.shortByCount(live, some);
    const isBehind = (some: readonly Owed[]) => this.behind(live, orgIdsOf(some));
    const confirmed = await Promise.all([
      seenAgain(
        expected.filter(({ orgId }) => short.has(orgId)),
        isShort,
      ),
      seenAgain(
        expected.filter(({ orgId }) => behind.has(orgId)),
        isBehind,
      ),
    ]);
    const lacking = [...new Set(orgIdsOf(confirmed.flat()))];
    await Promise.all(lacking.map((orgId) => this.losses.report({ target, generation, place: placeOfOnly(orgId) })));
    return lacking;
  }

  /** Organisations of which the index holds fewer items than the counters say. */
  private async short({ index }: GenerationIndex<IndexTarget>, expected: readonly Owed[]): Promise<ReadonlySet<OrgId>> {
    const held = await index.itemCounts(orgIdsOf(expected));
    const short = expected.filter(({ orgId, items }) => {
      const found = held.get(orgId);
      return found !== undefined && found < items - (this.excess.get(orgId) ?? 0);
    });
    return new Set(orgIdsOf(short));
  }

  /** Organisations of which the index lacks one of the last changes. */
  private async behind(
    { generation, index }: GenerationIndex<IndexTarget>,
    orgIds: readonly OrgId[],
  ): Promise<ReadonlySet<OrgId>> {
    const last = await this.losses.lastIndexed(generation.target, orgIds, AGES_MS);
    return new Set(orgIdsOf(await index.missingItems(last)));
  }

  /** Counts all items of each organisation, before the index is asked and after: what was removed between is in one of them only. */
  private async shortByCount(
    { generation, index }: GenerationIndex<IndexTarget>,
    some: readonly Owed[],
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

  /** One after the other, since a count reads all items of an organisation. */
  private async counted(target: IndexTarget, some: readonly Owed[]): Promise<ReadonlyMap<OrgId, number>> {
    const counts = new Map<OrgId, number>();
    for (const { orgId } of some) counts.set(orgId, await this.losses.indexed(target, orgId));
    return counts;
  }
}

const orgIdsOf = (all: readonly { readonly orgId: OrgId }[]): OrgId[] => all.map(({ orgId }) => orgId);

/** Organisations that every check finds again; all are checked together, so that many take as long as one. */
async function seenAgain(
  found: readonly Owed[],
  look: (some: readonly Owed[]) => Promise<ReadonlySet<OrgId>>,
): Promise<readonly Owed[]> {
  let still = found;
  for (let looks = 0; looks < LOOKS_TO_COUNT && still.length > 0; looks++) {
    const again = await look(still);
    still = still.filter(({ orgId }) => again.has(orgId));
    if (still.length > 0) await delay(BETWEEN_LOOKS_MS);
  }
  return still;
}
