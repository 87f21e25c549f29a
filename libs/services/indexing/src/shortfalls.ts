import { setTimeout as delay } from 'node:timers/promises';
import type { IndexTarget, OrgId } from '@cairn/contracts';
import { placeOfOnly, type GenerationIndex, type IndexLosses, type Owed } from '@cairn/ports';

/** Organisations that one look compares. All have their turn, look after look. */
const ORGANISATIONS_A_LOOK = 100;
/** A shortfall counts when it is seen so often: both sides change meanwhile. */
const LOOKS_TO_COUNT = 3;
const BETWEEN_LOOKS_MS = 300;

/**
 * Compares how many items the live index of a target holds of each organisation with what the truth noted as indexed. An index
 * that came back emptier, as from an older copy, is reported for the organisations that it lacks items of, and for no others.
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
    const suspects = await this.lacking(live, owed);
    const lacking: OrgId[] = [];
    for (const { orgId, items } of suspects) if (await this.isShort(live, orgId, items)) lacking.push(orgId);
    await Promise.all(lacking.map((orgId) => this.losses.report({ target, generation, place: placeOfOnly(orgId) })));
    return lacking;
  }

  private async lacking({ index }: GenerationIndex<IndexTarget>, owed: readonly Owed[]): Promise<Owed[]> {
    const expected = owed.filter(({ items }) => items > 0);
    const held = await index.held(expected.map(({ orgId }) => orgId));
    return expected.filter(({ orgId, items }) => {
      const found = held.get(orgId);
      return found !== undefined && found < items - (this.excess.get(orgId) ?? 0);
    });
  }

  /** Looks at all items of the organisation, before the index is asked and after: what was removed between is in one of them only. */
  private async isShort(live: GenerationIndex<IndexTarget>, orgId: OrgId, items: number): Promise<boolean> {
    const { target } = live.generation;
    for (let look = 0; look < LOOKS_TO_COUNT; look++) {
      const before = await this.losses.indexed(target, orgId);
      const found = (await live.index.held([orgId])).get(orgId);
      const after = await this.losses.indexed(target, orgId);
      if (found === undefined) return false;
      if (found >= Math.min(before, after)) {
        if (items > before) this.excess.set(orgId, items - before);
        return false;
      }
      await delay(BETWEEN_LOOKS_MS);
    }
    return true;
  }
}
