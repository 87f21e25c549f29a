import type { DecisionPart } from '@cairn/contracts';

/** Maps a part of a decision to the words of its headings and labels such as "Why:". The part with the most reliable words is first. */
export const headings: Readonly<Record<DecisionPart, readonly string[]>> = {
  alternatives: [
    ...['rejected', 'rejection', 'alternative', 'alternatives', 'considered', 'why not', 'not chosen', 'options'],
    ...['other approaches', 'other designs', 'other ideas', 'other options', 'other solutions', 'ruled out'],
    ...['possible approaches', 'possible designs', 'possible ideas', 'possible solutions', 'pros and cons'],
  ],
  reasons: [
    ...['rationale', 'motivation', 'motivations', 'reason', 'reasons', 'reasoning', 'why', 'driver', 'drivers'],
    ...['justification', 'grounds', 'because', 'argument', 'arguments'],
  ],
  consequences: [
    ...['consequence', 'consequences', 'impact', 'impacts', 'implication', 'implications', 'drawback', 'drawbacks'],
    ...[
      'trade-off',
      'trade-offs',
      'tradeoff',
      'tradeoffs',
      'price',
      'cost',
      'costs',
      'downside',
      'downsides',
      'effects',
    ],
  ],
  decision: ['decision', 'decisions', 'resolution', 'proposal', 'outcome', 'decided'],
};

/** Words of headings for the situation before a decision. */
export const backgrounds = ['context', 'background', 'situation', 'history', 'problem', 'starting point', 'scope'];

/** Conjunctions that always introduce a cause or an aim, such as "because". */
export const causes = [
  ...['because', 'due to', 'owing to', 'so that', 'in order to', 'given that', 'seeing that', 'on the grounds'],
  ...['thanks to', 'in view of', 'the reason being', 'on account of'],
];
/**
 * Conjunctions that introduce a cause at the beginning of a clause. Elsewhere they introduce a time or a comparison.
 */
export const causesOfClauses = ['since', 'as', 'for'];
/** Words that show, after such a conjunction, that a time, a role or a comparison follows instead of a cause. */
export const noCauses = [
  ...['well', 'usual', 'expected', 'of', 'per', 'long', 'soon', 'before', 'agreed', 'planned', 'described', 'always'],
  ...[
    'documented',
    'discussed',
    'mentioned',
    'noted',
    'said',
    'then',
    'last',
    'version',
    'release',
    'required',
    'needed',
  ],
  ...[
    'example',
    'instance',
    'now',
    'ever',
    'each',
    'every',
    'yesterday',
    'if',
    'though',
    'such',
    'much',
    'many',
    'yet',
  ],
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november'],
  ...['december', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'spring', 'summer'],
  ...['autumn', 'winter'],
];

/** Phrases by which a sentence calls its own content a reason of the decision. */
export const namedReasons = [
  ...[
    'reason is',
    'reason was',
    'reasons are',
    'reasons were',
    'reason for',
    'reasons for',
    'reason we',
    'reason that',
  ],
  ...['main reason', 'second reason', 'other reason', 'one reason', 'that is why', "that's why", 'which is why'],
  ...[
    'driver was',
    'driver is',
    'tipped the scales',
    'tipped the balance',
    'settled it',
    'decided it',
    'deciding factor',
  ],
  ...['the point is', 'what counted', 'what convinced us', 'what decided', 'the trigger was', 'motivation was'],
];

/**
 * Phrases for an option that was chosen earlier, or that was considered and not chosen. The reasons for this option are
 * not reasons of the decision.
 */
export const notTaken = [
  ...['considered', 'alternative', 'alternatives', 'decided against', 'ruled out', 'as opposed to', 'other option'],
  ...['other options', 'candidate', 'candidates', 'looked at', 'looked into', 'was discussed', 'were discussed'],
  ...[
    'on the table',
    'was tried',
    'were tried',
    'we tried',
    'proposed',
    'suggested',
    'suggests',
    'asked for',
    'argued',
  ],
  ...['argue', 'argues', 'preferred', 'prefers', 'would prefer', 'offered', 'pushed for', 'favourite', 'favorite'],
  ...[
    'attractive',
    'tempting',
    'was evaluated',
    'were evaluated',
    'evaluated',
    'was rejected because',
    'runner-up',
    'voted for',
  ],
  ...['wanted', 'hoped', 'the other idea', 'cheaper idea', 'first idea', 'appealing', 'had been', 'had argued'],
  ...['used to', 'originally', 'back then', 'at the time', 'in the early days', 'until now', 'so far', 'formerly'],
  ...['previously', 'came in with', 'was chosen', 'got it chosen', 'was picked', 'was introduced', 'were introduced'],
  ...['was how we', 'was adopted', 'were adopted', 'in the past', 'in those days', 'we introduced', 'was brought in'],
  ...[
    'would have been',
    'would have meant',
    'would have needed',
    'would have cost',
    'would have let',
    'would be',
    'would give',
    'would let',
    'would allow',
    'would need',
    'would save',
    'would make',
  ],
];

/** Phrases for consequences of the decision. */
export const follows = [
  ...['from now on', 'as a consequence', 'as a result', 'consequently', 'we lose', 'costs us', 'the price is'],
  ...['the price we pay', 'the downside', 'the drawback', 'in exchange', 'the trade-off', 'the tradeoff', 'this means'],
  ...['the cost is', 'the cost was', 'the price of', 'the cost of this', 'that means', 'we accept'],
];

/**
 * Words for trouble, a denial or a measure. A sentence that has such a word and directly follows the decision states
 * the reason of the decision.
 */
export const grounds = [
  ...[
    'broke',
    'lost',
    'losing',
    'failed',
    'crashed',
    'forgot',
    'forgotten',
    'late',
    'too',
    'waiting',
    'waited',
    'stopped',
  ],
  ...['complained', 'complaints', 'missed', 'costs', 'cost', 'slow', 'wrong', 'died', 'dropped', 'blocked', 'nothing'],
  ...['no', 'not', 'never', 'nobody', 'none', 'cannot', 'neither', 'nor', 'only', 'more than', 'fewer', 'less than'],
  ...[
    'under',
    'hardly',
    'barely',
    'at most',
    'at least',
    'percent',
    'per cent',
    'incident',
    'outage',
    'twice',
    'times',
  ],
];
/** Words of praise. Directly after a decision, they may also describe an option that was not chosen. */
export const praise = [
  ...[
    'faster',
    'cheaper',
    'cleaner',
    'easier',
    'better',
    'simpler',
    'nicer',
    'nice',
    'powerful',
    'familiar',
    'popular',
  ],
  ...[
    'liked',
    'like',
    'likes',
    'loved',
    'free',
    'worked',
    'works well',
    'convenient',
    'elegant',
    'modern',
    'advantage',
  ],
  ...['closer', 'quicker', 'safer', 'handy', 'richer', 'smarter', 'comfortable'],
];
/** Words for plans and obligations, which explain nothing. */
export const toCome = [
  ...['will', 'next', 'starts', 'follows', 'from monday', 'until', 'by the end', 'rollout', 'follow-up', 'todo', 'may'],
  ...['must', 'should', 'has to', 'have to', 'please', 'migrates', 'plan', 'planned', 'expected', 'scheduled', 'stays'],
  ...['remains', 'gets', 'exception', 'except', 'excluded'],
];
