import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { mapYielding, PeriodicTasks, Uses } from '@cairn/platform';
import { textFeaturesOf, TEXT_FEATURE_RULES } from '@cairn/text';
import { textFeatureStore, type TextFeatureStore } from '@cairn/store';

const LOOK_EVERY_MS = 10_000;
const BATCH_TEXTS = 100;
/** Pause in ms after a full page, in which other work gets the store. */
const PAGE_PAUSE_MS = 50;

/**
 * Recomputes text features that were computed by older rules. After a change of the rules, these are the features of
 * every item.
 */
@Injectable()
export class OutdatedTexts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly tasks = new PeriodicTasks(new Logger(OutdatedTexts.name));

  constructor(@Uses(textFeatureStore) private readonly features: TextFeatureStore) {}

  onApplicationBootstrap(): void {
    this.tasks.begin({ task: 'texts to be read anew', everyMs: LOOK_EVERY_MS, run: () => this.readSome() });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.tasks.end();
  }

  /** Recomputes one page. Returns the pause in ms until the next page, or nothing after the last one. */
  async readSome(): Promise<number | void> {
    const texts = await this.features.outdated({ rules: TEXT_FEATURE_RULES, limit: BATCH_TEXTS });
    if (texts.length === 0) return;
    const read = await mapYielding(texts, ({ item, ...text }) => ({ item, features: textFeaturesOf(text) }));
    await this.features.keep({ rules: TEXT_FEATURE_RULES, texts: read });
    if (texts.length === BATCH_TEXTS) return PAGE_PAUSE_MS;
  }
}
