import type { RouteOutput } from '@cairn/contracts';
import { isSameText } from '../../parts/is-same-text.ts';

type Sentence = NonNullable<RouteOutput<'why'>['decision']>['sentences'][number];

export interface Passage {
  /** Heading above the sentences, or the part of the decision that they state. */
  readonly name: string | undefined;
  readonly texts: readonly string[];
}

const names = {
  decision: 'Decision',
  reasons: 'Reasons',
  alternatives: 'Rejected',
  consequences: 'Consequences',
} as const;

/** Groups the sentences of a decision by their heading, what was decided first and nothing twice. */
export function groupSentences(sentences: readonly Sentence[]): Passage[] {
  // A part that the writer gave beside the text may stand in the text, too.
  const isSaid = ({ text, given }: Sentence) =>
    given === true && sentences.some((other) => !other.given && isSameText(other.text, text));
  const once = sentences.filter((sentence) => !isSaid(sentence));
  const named = once.map((sentence) => ({ name: nameOf(sentence), sentence }));
  const inOrder = named.toSorted((one, other) => Number(isDecision(other.sentence)) - Number(isDecision(one.sentence)));
  return [...Map.groupBy(inOrder, ({ name }) => name)].map(([name, all]) => ({
    name,
    texts: all.map(({ sentence }) => sentence.text),
  }));
}

const nameOf = ({ heading, part }: Sentence): string | undefined => heading ?? (part && names[part]);
const isDecision = ({ part }: Sentence): boolean => part === 'decision';
