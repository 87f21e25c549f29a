import { mentionsName, mentionsNumber, mentionsRule, mentionsTime } from './asks.ts';
import { endsAsQuestion, questionShare } from './sentences.ts';
import { mentionedTime } from './time-ranges.ts';

/** A message, or a memory, which has a title. */
interface TitledText {
  readonly title?: string | undefined;
  readonly content: string;
  /** Epoch ms. */
  readonly timestamp: number;
}

/** Version of the rules below: with another one, what is kept of every text is made anew. */
export const TEXT_FEATURE_RULES = 1;

/** What ranking asks of a text. Whoever writes may be anywhere, so days are those of UTC. */
export function textFeaturesOf({ title, content, timestamp }: TitledText) {
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
  };
}

const shareOf = (content: string): number => (endsAsQuestion(content) ? 1 : questionShare(content));
