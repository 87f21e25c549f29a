import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { PeriodicTasks, readTextApart, SpareTime, ThreadNotStartedError, Uses } from '@cairn/platform';
import { textFeaturesOf, TEXT_FEATURE_RULES } from '@cairn/text';
import { textFeatureStore, type TextFeatureStore } from '@cairn/store';

const LOOK_EVERY_MS = 10_000;
const BATCH_TEXTS = 100;
/** The most texts that are left out, so that a fault of the rules themselves does not go through all texts. */
const LEFT_OUT_MAX = 1_000;
/** Pause until texts that could not be read are tried again. */
const AGAIN_AFTER_MS = 600_000;

type OutdatedText = Awaited<ReturnType<TextFeatureStore['outdated']>>[number];

/**
 * Recomputes text features that were computed by older rules. After a change of the rules, these are the features of
 * every item, so they are computed in another thread, and in the time that requests and writes leave.
 */
@Injectable()
export class OutdatedTexts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(OutdatedTexts.name);
  private readonly tasks = new PeriodicTasks(this.logger);
  /** Ids of texts that could not be read in this pass over all texts. */
  private readonly leftOut = new Set<string>();
  private readonly spare = new SpareTime({ wait: (ms) => this.tasks.pause(ms) });

  constructor(@Uses(textFeatureStore) private readonly features: TextFeatureStore) {}

  onApplicationBootstrap(): void {
    this.tasks.begin({ task: 'texts to be read anew', everyMs: LOOK_EVERY_MS, run: () => this.readSome() });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.tasks.end();
  }

  /**
   * Recomputes one page. Returns the pause in ms until the next page, or nothing after the last one. A text that cannot
   * be read is left out until all others are read.
   */
  async readSome(): Promise<number | void> {
    const limit = BATCH_TEXTS + this.leftOut.size;
    const texts = await this.features.outdated({ rules: TEXT_FEATURE_RULES, limit });
    const read = [];
    for (const { item, ...text } of texts.filter(({ item: { id } }) => !this.leftOut.has(id))) {
      if (this.tasks.isEnded) break;
      const features = await this.read(item, text);
      if (features) read.push({ item, features });
      await this.spare.rest();
    }
    if (read.length > 0) await this.features.keep({ rules: TEXT_FEATURE_RULES, texts: read });
    await this.spare.rest();
    if (texts.length === limit && this.leftOut.size < LEFT_OUT_MAX) return 0;
    if (this.leftOut.size === 0) return;
    this.leftOut.clear();
    return AGAIN_AFTER_MS;
  }

  protected readApart(orgId: string, text: Omit<OutdatedText, 'item'>): Promise<ReturnType<typeof textFeaturesOf>> {
    return readTextApart(orgId, 'textFeaturesOf', text);
  }

  protected readHere(text: Omit<OutdatedText, 'item'>): ReturnType<typeof textFeaturesOf> {
    return textFeaturesOf(text);
  }

  /** Undefined for a text that the thread did not read, which would block the main thread as long. */
  private async read({ orgId, id }: OutdatedText['item'], text: Omit<OutdatedText, 'item'>) {
    try {
      return await this.readApart(orgId, text);
    } catch (error) {
      if (error instanceof ThreadNotStartedError) {
        this.logger.warn(`${error.message} A text is read in the main thread.`);
        return this.readHere(text);
      }
      this.logger.warn(`The text ${id} keeps features of older rules for now: ${String(error)}`);
      this.leftOut.add(id);
      return undefined;
    }
  }
}
