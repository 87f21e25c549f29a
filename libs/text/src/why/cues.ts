import type { DecisionPart } from '@cairn/contracts';

type Cues = readonly (readonly [DecisionPart, RegExp])[];

/** Headings of decision records (Nygard, MADR, requests for comments); the first that fits says the part. */
const HEADINGS: Cues = [
  [
    'alternatives',
    /\b(?:reject(?:ed|ion)|alternatives?|considered|why not|(?:other|possible) (?:approaches|designs|ideas|options|solutions)|options|pros and cons)\b/i,
  ],
  ['reasons', /\b(?:rationale|motivations?|reasons?|reasoning|why|drivers?|justification)\b/i],
  ['consequences', /\b(?:consequences?|impacts?|implications?|drawbacks?|trade-?offs?)\b/i],
  ['decision', /\b(?:decisions?|resolution|proposal|outcome)\b/i],
];

const STATUS = /^(?:\d+[.)]\s*)?status$/i;

/** Words by which a sentence itself says its part, whatever it is about. */
const SENTENCES: Cues = [
  [
    'alternatives',
    /\b(?:(?:we|was|were|been|also) (?:also )?considered|alternatives?|decided against|ruled out|as opposed to|other options?)\b/i,
  ],
  [
    'consequences',
    /^(?:price|cost|downside|drawback|trade-?off|consequence)s?:|\b(?:the|a|its|one) (?:price|cost|downside|drawback|trade-?off|consequence)s? (?:is|are|was|of (?:this|that|it))\b/i,
  ],
];

/** Before it stands what is explained, behind it the reason. */
const CAUSE = /\b(?:because|due to|owing to|so that|in order to)\b/i;
const REASON = /\b(?:the|our|one|a) (?:main |other |second )?reasons?\b/i;

const partBy = (cues: Cues, text: string): DecisionPart | undefined => cues.find(([, cue]) => cue.test(text))?.[0];

export const partOfHeading = (heading: string): DecisionPart | undefined => partBy(HEADINGS, heading);
export const isStatus = (heading: string): boolean => STATUS.test(heading);

/** The part that a sentence names. A cause is a reason of the decision only where `isOfDecision` says so of what it explains. */
export function partOfSentence(
  sentence: string,
  isOfDecision: (explained: string) => boolean,
): DecisionPart | undefined {
  const part = partBy(SENTENCES, sentence);
  if (part) return part;
  if (REASON.test(sentence)) return 'reasons';
  const cause = CAUSE.exec(sentence);
  return cause && isOfDecision(explainedIn(sentence, cause)) ? 'reasons' : undefined;
}

/** What a cause explains: what stands before it, or behind the first comma where it begins the sentence. */
function explainedIn(sentence: string, { index }: RegExpExecArray): string {
  const before = sentence.slice(0, index);
  return /\p{L}/u.test(before) ? before : sentence.slice(sentence.indexOf(',') + 1);
}
