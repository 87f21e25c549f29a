import { mentionsName, mentionsNumber, mentionsRule, mentionsTime } from './asks.ts';
import { NORM_RULES, normsToStore, type NormText } from './preflight/index.ts';
import { endsAsQuestion, questionShare } from './sentences.ts';
import { mentionedTime } from './time-ranges.ts';

/** The text of a message (without a title), a note or a memory. Norms are read only from a memory, which has a category. */
interface TitledText extends Partial<Omit<NormText, 'title' | 'content'>> {
  readonly title?: string | undefined;
  readonly content: string;
  /** Epoch ms. */
  readonly timestamp: number;
}

/** The version of the rules below and of the rules for norms: after a change, stored features of every text are computed again. */
export const TEXT_FEATURE_RULES = 1 + NORM_RULES;

/** Computes the features of a text for ranking and preflight. Days are in UTC, since the writer's zone is unknown. */
export function textFeaturesOf({ title, content, timestamp, category, ...given }: TitledText) {
  const text = title === undefined ? content : `${title}\n${content}`;
  return {
    questionShare: title === undefined ? shareOf(content) : 0,
    mentions: {
      time: mentionsTime(text),
      number: mentionsNumber(text),
      name: mentionsName(text),
      rule: mentionsRule(text),
    },
    mentionedTime: mentionedTime(text, { at: timestamp, timeZone: 'UTC' }),
    norms:
      title === undefined || category === undefined ? undefined : normsToStore({ title, content, category, ...given }),
  };
}

const shareOf = (content: string): number => (endsAsQuestion(content) ? 1 : questionShare(content));
