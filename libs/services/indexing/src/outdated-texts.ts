import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { RepeatedLooks } from '@cairn/platform';
import { TextFeatures } from '@cairn/ports';
import { readingOf, TEXT_FEATURE_RULES } from '@cairn/text';

const LOOK_EVERY_MS = 10_000;
const BATCH = 100;
/** After a full page: who waits for a store gets it first. */
const PAUSE_MS = 50;

/** Reads texts anew that other rules read: after an update, those of all items. Several processes may do it at once. */
@Injectable()
export class OutdatedTexts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly looks = new RepeatedLooks(new Logger(OutdatedTexts.name));

  constructor(private readonly features: TextFeatures) {}

  onApplicationBootstrap(): void {
    this.looks.begin({ task: 'texts to be read anew', everyMs: LOOK_EVERY_MS, run: () => this.readSome() });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.looks.end();
  }

  /** Returns the pause until the next page; nothing when that was the last one. */
  async readSome(): Promise<number | void> {
    const texts = await this.features.outdated(TEXT_FEATURE_RULES, BATCH);
    if (texts.length === 0) return;
    const read = texts.map(({ item, ...text }) => ({ item, reading: readingOf(text) }));
    await this.features.keep(TEXT_FEATURE_RULES, read);
    if (texts.length === BATCH) return PAUSE_MS;
  }
}
