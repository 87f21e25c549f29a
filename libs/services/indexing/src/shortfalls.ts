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
    const isLacking = async ({ orgId, items }: Owed): Promise<boolean> =>
      (short.has(orgId) && (await seenAgain(() => this.isShort(live, orgId, items)))) ||
      (behind.has(orgId) && (await seenAgain(async () => (await this.behind(live, [orgId])).has(orgId))));
    const lacking: OrgId[] = [];
    for (const each of expected) if (await isLacking(each)) lacking.push(each.orgId);
    await Promise.all(lacking.map((orgId) => this.losses.report({ target, generation, place: placeOfOnly(orgId) })));
    return lacking;
  }

  /** Those of which the index holds fewer items than the counters tell. */
  private async short({ index }: GenerationIndex<IndexTarget>, expected: readonly Owed[]): Promise<ReadonlySet<OrgId>> {
    const held = await index.held(orgIdsOf(expected));
    const short = expected.filter(({ orgId, items }) => {
      const found = held.get(orgId);
      return found !== undefined && found < items - (this.excess.get(orgId) ?? 0);
    });
    return new Set(orgIdsOf(short));
  }

  /** Those of which the index lacks one of the last changes. */
  private async behind(
    { generation, index }: GenerationIndex<IndexTarget>,
    orgIds: readonly OrgId[],
  ): Promise<ReadonlySet<OrgId>> {
    const last = await this.losses.lastIndexed(generation.target, orgIds, AGES_MS);
    return new Set(orgIdsOf(await index.lacking(last)));
  }

  /** Looks at all items of the organisation, before the index is asked and after: what was removed between is in one of them only. */
  private async isShort(
    { generation, index }: GenerationIndex<IndexTarget>,
    orgId: OrgId,
    items: number,
  ): Promise<boolean> {
    const before = await this.losses.indexed(generation.target, orgId);
    const found = (await index.held([orgId])).get(orgId);
    const after = await this.losses.indexed(generation.target, orgId);
    if (found === undefined) return false;
    if (found < Math.min(before, after)) return true;
    if (items > before) this.excess.set(orgId, items - before);
    return false;
  }
}

const orgIdsOf = (all: readonly { readonly orgId: OrgId }[]): OrgId[] => all.map(({ orgId }) => orgId);

async function seenAgain(look: () => Promise<boolean>): Promise<boolean> {
  for (let looks = 0; looks < LOOKS_TO_COUNT; looks++) {
    if (!(await look())) return false;
    await delay(BETWEEN_LOOKS_MS);
  }
  return true;
}
