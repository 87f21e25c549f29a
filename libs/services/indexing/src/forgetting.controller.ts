import { setTimeout as pause } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import {
  CairnError,
  indexTargets,
  type ForgetBegun,
  type ItemId,
  type OrgId,
  type RemainingRows,
} from '@cairn/contracts';
import { OnEvent, Uses } from '@cairn/platform';
import { CONTINUE_RESULT, GenerationIndexes, IndexLedger, type IndexEntry } from '@cairn/ports';
import {
  forgetting,
  type Forgetting,
  continueForgetting,
  remainingInStore,
  sweepForgotten,
  tablesOfItems,
} from '@cairn/store';

/** Number of pages in one delivery. A further delivery continues, so that other work gets its turn. */
const PAGES_PER_DELIVERY = 20;
/**
 * Interval in ms between two checks whether the indexes have caught up. After `INDEX_CHECKS_MAX` checks, the delivery is
 * postponed.
 */
const LOOK_EVERY_MS = 100;
const INDEX_CHECKS_MAX = 20;
/** The most ids in memory while an index is searched. */
const IDS_AT_ONCE = 50_000;

type Index = Awaited<ReturnType<GenerationIndexes['written']>>[number]['index'];

/** Continues an act of forgetting page by page, then searches every store and index for rows and entries that remain. */
@Controller()
export class ForgettingSubscriber {
  constructor(
    @Uses(forgetting) private readonly forgetting: Forgetting,
    private readonly indexes: GenerationIndexes,
    private readonly ledger: IndexLedger,
  ) {}

  @OnEvent('forget.begun', 'forgetting')
  async goOn({ orgId, forgetId }: ForgetBegun): Promise<void | typeof CONTINUE_RESULT> {
    for (let page = 0; page < PAGES_PER_DELIVERY; page += 1) {
      const state = await continueForgetting(this.forgetting, { orgId, id: forgetId });
      if (state === undefined || state === 'verified') return;
      if (state === 'verifying') return this.verify(orgId, forgetId);
    }
    return CONTINUE_RESULT;
  }

  private async verify(orgId: OrgId, id: string): Promise<void> {
    await this.caughtUp(orgId, id);
    await sweepForgotten(this.forgetting, { orgId, id }, tablesOfItems);
    const inStore = await remainingInStore(this.forgetting, { orgId, id }, tablesOfItems);
    const left = [...inStore, ...(await this.leftInIndexes(orgId, id))];
    await this.forgetting.keepLeft({ orgId, id, left });
    if (left.every((each) => each.remaining === 0)) return;
    throw new CairnError('internal', `Something of the forgotten items of ${id} was left; its certificate says where.`);
  }

  private async caughtUp(orgId: OrgId, id: string): Promise<void> {
    for (let look = 0; look < INDEX_CHECKS_MAX; look += 1) {
      if ((await this.forgetting.waiting({ orgId, id })) === 0) return;
      await pause(LOOK_EVERY_MS);
    }
    throw new CairnError('index/unavailable', 'The indexes still have to take out some of what was forgotten.');
  }

  private async leftInIndexes(orgId: OrgId, id: string): Promise<RemainingRows[]> {
    const left: RemainingRows[] = [];
    for (const target of indexTargets)
      for (const { generation, index } of await this.indexes.written(target))
        left.push({ where: `${target}-${generation.number}`, remaining: await this.leftIn(index, orgId, id) });
    return left;
  }

  /** Counts the forgotten items that an index still contains, and removes them, so that the next check finds none. */
  private async leftIn(index: Index, orgId: OrgId, id: string): Promise<number> {
    let found = 0;
    let page: ItemId[] = [];
    do {
      page = await this.forgetting.done({ orgId, id, after: page.at(-1), limit: IDS_AT_ONCE });
      const ids = new Set(page);
      for await (const entry of index.entries(orgId)) {
        if (entry.isRemoved || !ids.has(entry.id)) continue;
        found += 1;
        await this.takeOut(index, entry);
      }
    } while (page.length === IDS_AT_ONCE);
    return found;
  }

  private async takeOut(index: Index, { orgId, kind, id }: IndexEntry): Promise<void> {
    const item = await this.ledger.load({ orgId, kind, id });
    if (item && 'deletedAt' in item) await index.remove(orgId, kind, id, item.version);
  }
}
