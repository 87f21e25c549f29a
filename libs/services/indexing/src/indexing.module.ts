import { Module, type DynamicModule } from '@nestjs/common';
import { WebhookNetworks, type ReachableNetworks } from '@cairn/platform';
import { AliasesSubscriber } from './aliases.controller.ts';
import { Backfill, BackfillRate } from './backfill.ts';
import { ConversationReader, ExtractionSwitch } from './extraction/conversation-reader.ts';
import { KnownStatements } from './extraction/known-statements.ts';
import { ForgettingSubscriber } from './forgetting.controller.ts';
import { IndexItem } from './index-item.ts';
import { IndexMeasures } from './index-measures.ts';
import { IndexSubscribers } from './index-subscribers.controller.ts';
import { LinksSubscriber } from './links.controller.ts';
import { ItemVectors } from './item-vectors.ts';
import { LostIndexes } from './lost-indexes.ts';
import { OutdatedTexts } from './outdated-texts.ts';
import { OrganisationRemovalSubscriber } from './organisation-removal.controller.ts';
import { RetentionSubscriber } from './retention.controller.ts';
import { RetentionPeriod, Retention } from './retention.ts';
import { ScaleMeasurement } from './scale-measurement.ts';
import { StrengthSubscriber } from './strength.controller.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';
import { WebhooksSubscriber } from './webhooks/webhooks.controller.ts';
import { SwitchedOffSubscribers } from './switched-off.ts';

export interface IndexingOptions {
  /** The most items that a backfill indexes in a second. */
  readonly reindexPerSecond: number;
  /** Number of days for which idempotency keys, and the records of removals in the indexes, are kept. */
  readonly keepDays: number;
  readonly webhookNetworks: ReachableNetworks;
  /** Whether this process reads conversations for proposals. */
  readonly isExtractionOn: boolean;
}

const EXTRACTION_REST_FACTOR = 9;

@Module({
  controllers: [
    IndexSubscribers,
    LinksSubscriber,
    AliasesSubscriber,
    StrengthSubscriber,
    ForgettingSubscriber,
    OrganisationRemovalSubscriber,
    RetentionSubscriber,
    WebhooksSubscriber,
  ],
  providers: [
    ConversationReader,
    KnownStatements,
    IndexItem,
    ItemVectors,
    IndexMeasures,
    Backfill,
    ScaleMeasurement,
    LostIndexes,
    OutdatedTexts,
    Retention,
    SwitchedOffSubscribers,
    WebhookSender,
  ],
})
export class IndexingModule {
  static forRoot({
    reindexPerSecond: itemsPerSecond,
    keepDays: days,
    webhookNetworks,
    isExtractionOn: isOn,
  }: IndexingOptions): DynamicModule {
    const providers = [
      { provide: BackfillRate, useValue: { itemsPerSecond } },
      { provide: RetentionPeriod, useValue: { days } },
      { provide: WebhookNetworks, useValue: webhookNetworks },
      { provide: ExtractionSwitch, useValue: { isOn, restFactor: EXTRACTION_REST_FACTOR } },
    ];
    return { module: IndexingModule, providers };
  }
}
