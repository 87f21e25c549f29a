import { Controller, Logger } from '@nestjs/common';
import {
  indexTargets,
  type OrganisationErased,
  type OrganisationRemoving,
  type OrgId,
  type RemainingRows,
} from '@cairn/contracts';
import { OnEvent, Uses } from '@cairn/platform';
import { CONTINUE_RESULT, GenerationIndexes, IndexLedger, type IndexEntry } from '@cairn/ports';
import { continueRemoval, organisationRemovals, type OrganisationRemovals } from '@cairn/store';

/** Number of pages in one delivery. A further delivery continues, so that other work gets its turn. */
const PAGES_PER_DELIVERY = 20;
const TAKEN_OUT_AT_ONCE = 100;

type Index = Awaited<ReturnType<GenerationIndexes['written']>>[number]['index'];

/**
 * Continues the removal of an organisation page by page, then searches every store and index for rows and entries that
 * remain.
 */
@Controller()
export class OrganisationRemovalSubscriber {
  private readonly logger = new Logger(OrganisationRemovalSubscriber.name);

  constructor(
    @Uses(organisationRemovals) private readonly removals: OrganisationRemovals,
    private readonly indexes: GenerationIndexes,
    private readonly ledger: IndexLedger,
  ) {}

  @OnEvent('organisation.removing', 'removal')
  async goOn({ orgId }: OrganisationRemoving): Promise<void | typeof CONTINUE_RESULT> {
    for (let page = 0; page < PAGES_PER_DELIVERY; page += 1) {
      const state = await continueRemoval(this.removals, orgId);
      if (state === 'indexes') {
        await this.takeOut(orgId);
        await this.removals.indexesEmptied({ orgId });
      } else if (state !== 'forgetting' && state !== 'erasing') return;
    }
    return CONTINUE_RESULT;
  }

  /**
   * Searches for rows and entries that remain. The event is delayed until no process can still write data that it read
   * before the removal.
   */
  @OnEvent('organisation.erased', 'certificate')
  async verify({ orgId }: OrganisationErased): Promise<void> {
    const left = [...(await this.removals.leftIn({ orgId })), ...(await this.takeOut(orgId))];
    await this.removals.keepLeft({ orgId, left });
    if (left.every((each) => each.remaining === 0)) this.logger.log({ orgId }, 'an organisation is removed');
  }

  /** Removes the organisation's entries from every index; returns how many each index had. */
  private async takeOut(orgId: OrgId): Promise<RemainingRows[]> {
    const left: RemainingRows[] = [];
    for (const target of indexTargets)
      for (const { generation, index } of await this.indexes.written(target))
        left.push({ where: `${target}-${generation.number}`, remaining: await this.takeOutOf(index, orgId) });
    return left;
  }

  private async takeOutOf(index: Index, orgId: OrgId): Promise<number> {
    let found = 0;
    let page: IndexEntry[] = [];
    for await (const entry of index.entries(orgId)) {
      if (entry.isRemoved) continue;
      found += 1;
      page.push(entry);
      if (page.length < TAKEN_OUT_AT_ONCE) continue;
      await this.remove(index, page);
      page = [];
    }
    await this.remove(index, page);
    return found;
  }

  /**
   * Removes index entries. Each removal has a higher version than any pending delivery of the item, so that no delivery
   * writes the entry again.
   */
  private async remove(index: Index, page: readonly IndexEntry[]): Promise<void> {
    await Promise.all(
      page.map(async ({ orgId, kind, id, version }) => {
        const item = await this.ledger.load({ orgId, kind, id });
        await index.remove(orgId, kind, id, Math.max(item?.version ?? 0, version + 1));
      }),
    );
  }
}
