import type { DecisionPart } from '@cairn/contracts';

type Cues = readonly (readonly [DecisionPart, RegExp])[];

/** Words of headings; the first that fits says the part. */
const HEADINGS: Cues = [
  ['reversals', /\b(?:rejection|withdrawal|withdrawn|superseded|deferral|reversal|reverted|rollback|revisited)\b/i],
  [
    'alternatives',
    /\b(?:reject(?:ed|ing)?|alternatives?|considered|discarded|declined|dismissed|postponed|not (?:chosen|taken|done)|why not|(?:other|possible|open) (?:approaches|designs|ideas|options|solutions)|options|pros and cons)\b/i,
  ],
  [
    'reasons',
    /\b(?:rationale|motivations?|reasons?|reasoning|why|drivers?|background|context|problems?|justification|goals?|benefits?)\b/i,
  ],
  [
    'consequences',
    /\b(?:consequences?|impacts?|implications?|compatibility|drawbacks?|trade-?offs?|costs?|downsides?|risks?|migration|effects?|limitations?)\b/i,
  ],
  ['decision', /\b(?:decisions?|resolution|proposal|abstract|summary|overview|solution|conclusion|outcome|tl;?dr)\b/i],
];

/** Words of sentences; the first that fits says the part. */
const SENTENCES: Cues = [
  [
    'reversals',
    /\b(?:revert(?:ed|ing)|reversed|roll(?:ed|ing) back|superseded by|withdr(?:ew|awn)|abandoned|went back to|moved (?:back|away)|was (?:later )?(?:replaced|dropped|undone)|no longer (?:use|need|do|run|rely)\w*)\b/i,
  ],
  [
    'alternatives',
    /\b(?:instead of|rather than|alternatively|(?:was|were|also|been) (?:considered|suggested|proposed)|reject(?:ed|ing)?|ruled out|decided against|turned down|dismissed|as opposed to|other options?|(?:an|another|one|the) (?:alternative|option|approach|idea|possibility)|could have)\b/i,
  ],
  [
    'decision',
    /\b(?:decided|decision (?:is|was)|chose|chosen|agreed|settled on|opted|picked|selected|went with|go(?:ing)? with|adopt(?:s|ed)?|we (?:will|shall|now) use|propose[sd]?|accepted)\b/i,
  ],
  [
    'consequences',
    /\b(?:as a (?:result|consequence)|therefore|consequently|this means|which means|hence|from now on|(?:will|would) (?:need|have) to|at the cost of|the (?:downside|drawback|price|cost)|trade-?off|backwards? (?:in)?compatib\w+)\b/i,
  ],
  [
    'reasons',
    /\b(?:because|since (?!\d|then|when|last)|due to|owing to|in order to|so that|so as to|the (?:main |first |other )?(?:reason|point|benefit|advantage|motivation)|otherwise|to (?:avoid|keep|prevent|reduce|ensure|allow)|allows? (?:us|it|the)|lets (?:us|it))\b/i,
  ],
];

/** Words by which a sentence about an alternative says what spoke against it. */
const AGAINST =
  /\b(?:because|since|however|but|unfortunately|reject(?:ed|ing)?|not|no|never|cannot|can't|doesn't|don't|won't|isn't|wouldn't|too|would (?:have|require|need|break|make|be|mean)|fails?|problem\w*|drawback|downside|complex\w*|confus\w+|difficult|harder?|slow\w*|expensive|lose|loses|worse|unclear|ambiguous|surpris\w+|unnecessary|breaks?|violat\w+|prevent\w*|little (?:benefit|gain|value))\b/i;

const partBy = (cues: Cues, text: string): DecisionPart | undefined => cues.find(([, cue]) => cue.test(text))?.[0];

export const partOfHeading = (heading: string): DecisionPart | undefined => partBy(HEADINGS, heading);
export const partOfSentence = (sentence: string): DecisionPart | undefined => partBy(SENTENCES, sentence);
export const speaksAgainst = (sentence: string): boolean => AGAINST.test(sentence);
