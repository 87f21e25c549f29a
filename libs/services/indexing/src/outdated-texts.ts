import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { PeriodicTasks, readTextApart, SpareTime, Uses } from '@cairn/platform';
import { textFeaturesOf, TEXT_FEATURE_RULES } from '@cairn/text';
import { textFeatureStore, type TextFeatureStore } from '@cairn/store';

const LOOK_EVERY_MS = 10_000;
const BATCH_TEXTS = 100;

type OutdatedText = Awaited<ReturnType<TextFeatureStore['outdated']>>[number];

/**
 * Recomputes text features that were computed by older rules. After a change of the rules, these are the features of
 * every item, so they are computed in another thread, and in the time that requests and writes leave.
 */
@Injectable()
export class OutdatedTexts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(OutdatedTexts.name);
  private readonly tasks = new PeriodicTasks(this.logger);
  private readonly spare = new SpareTime({ wait: (ms) => this.tasks.pause(ms) });

  constructor(@Uses(textFeatureStore) private readonly features: TextFeatureStore) {}

  onApplicationBootstrap(): void {
    this.tasks.begin({ task: 'texts to be read anew', everyMs: LOOK_EVERY_MS, run: () => this.readSome() });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.tasks.end();
  }

  /** Recomputes one page. Returns the pause in ms until the next page, or nothing after the last one. */
  async readSome(): Promise<number | void> {
    this.spare.begin();
    const texts = await this.features.outdated({ rules: TEXT_FEATURE_RULES, limit: BATCH_TEXTS });
    const read = [];
    for (const { item, ...text } of texts) {
      if (this.tasks.isEnded) break;
      read.push({ item, features: await this.read(item.orgId, text) });
      await this.spare.rest();
    }
    if (read.length > 0) await this.features.keep({ rules: TEXT_FEATURE_RULES, texts: read });
    if (texts.length === BATCH_TEXTS) return 0;
  }

  protected readHere(text: Omit<OutdatedText, 'item'>): ReturnType<typeof textFeaturesOf> {
    return textFeaturesOf(text);
  }

  private read(orgId: string, text: Omit<OutdatedText, 'item'>) {
    return readTextApart(orgId, 'textFeaturesOf', text).catch((error: unknown) => {
      this.logger.warn(`The second thread failed, so a text is read in the main thread: ${String(error)}`);
      return this.readHere(text);
    });
  }
}
