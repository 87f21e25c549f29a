import type { Candidate } from './candidates.ts';
import type { ExtractedKind } from './extracted.ts';
import { attributeByRelation, attributes, wordsOfNoName } from './lexicon.en.ts';

export interface Subject {
  readonly subject?: string;
  readonly attribute?: string;
}

/** Matches the subject before the verb of a short statement: `the port of staging is`, `our staging port is`. */
const SUBJECT =
  /^(?:actually,? |no[,.] |and |so |but |correction: )*(?:the |our |a |an )?([\p{L}\p{N}`@][^,;:.!?]{0,60}?|`[^`]{1,60}`) (?:is|are|was|were|has|have|runs?|lives?|uses?|listens?|needs?|requires?|expires?|takes?|costs?|defaults?|points?|must|should|may|can|will|belongs?|depends?|supports?|returns?|contains?|fails?|breaks?)(?![\p{L}\p{N}'])/iu;
const SELF = /(?<![\p{L}\p{N}])(?:i|i'[a-z]+|my)(?![\p{L}\p{N}])/iu;
const noName: ReadonlySet<string> = new Set(wordsOfNoName);
const SUBJECT_WORDS_MAX = 5;
/** Kinds whose statements are about their speaker if they say `I` or `my`. */
const ownKinds: ReadonlySet<ExtractedKind> = new Set(['preference', 'goal', 'fact']);
const ATTRIBUTE_OF = new RegExp(
  String.raw`^(?:the )?(${attributes.join('|')}) (?:of|for|on) (?:the |our )?(.+)$`,
  'iu',
);
const OF_ATTRIBUTE = new RegExp(String.raw`^(.+?)(?:'s|[’]s)? (${attributes.join('|')})$`, 'iu');

/** Finds the thing or person that a candidate is about, and the property of it that the candidate states. */
export function subjectOf({ voice, statement, relations }: Candidate, kind: ExtractedKind): Subject {
  const [relation] = relations;
  if (kind === 'relation' && relation) {
    const attribute = attributeByRelation.get(relation.type);
    return attribute === undefined ? { subject: relation.from.name } : { subject: relation.to.name, attribute };
  }
  const { text } = statement;
  const { speaker } = voice.message;
  const named = SUBJECT.exec(text)?.[1];
  if (named === undefined || !isName(named))
    return ownKinds.has(kind) && speaker !== undefined && !voice.confirmation && SELF.test(text)
      ? { subject: speaker }
      : {};
  const [, attribute, whole] = ATTRIBUTE_OF.exec(named) ?? [];
  if (attribute !== undefined) return { subject: bare(whole!), attribute: attribute.toLowerCase() };
  const [, holder, property] = OF_ATTRIBUTE.exec(named) ?? [];
  if (property !== undefined) return { subject: bare(holder!), attribute: property.toLowerCase() };
  return { subject: bare(named) };
}

const LETTERS = /\p{L}{2}/u;
const isName = (text: string): boolean => {
  const words = text.toLowerCase().split(' ');
  return words.length <= SUBJECT_WORDS_MAX && LETTERS.test(text) && !words.some((word) => noName.has(word));
};

const bare = (name: string): string =>
  name
    .replace(/^(?:the|our) /iu, '')
    .replaceAll('`', '')
    .trim();
