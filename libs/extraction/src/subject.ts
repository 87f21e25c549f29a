import type { Candidate } from './candidates.ts';
import type { ExtractedKind } from './extracted.ts';
import { attributeByRelation, attributes } from './lexicon.en.ts';

export interface Subject {
  readonly subject?: string;
  readonly attribute?: string;
}

/** Subject before the verb of a short statement: `the port of staging is`, `our staging port is`. */
const SUBJECT =
  /^(?:actually,? |no[,.] |and |so |but |correction: )*(?:the |our |a |an )?([\p{L}\p{N}`@][^,;:.!?]{0,60}?|`[^`]{1,60}`) (?:is|are|was|were|has|have|runs?|lives?|uses?|listens?|needs?|requires?|expires?|takes?|costs?|defaults?|points?|must|should|may|can|will|belongs?|depends?|supports?|returns?|contains?|fails?|breaks?)(?![\p{L}\p{N}'])/iu;
const SELF = /^(?:i|my)(?![\p{L}\p{N}])/iu;
const PRONOUN =
  /^(?:it|that|this|these|those|they|there|he|she|you|your|what|which|who|everything|everyone|nobody|no one|someone|one)(?![\p{L}\p{N}])/iu;
const SUBJECT_WORDS_MAX = 6;
const ATTRIBUTE_OF = new RegExp(
  String.raw`^(?:the )?(${attributes.join('|')}) (?:of|for|on) (?:the |our )?(.+)$`,
  'iu',
);
const OF_ATTRIBUTE = new RegExp(String.raw`^(.+?)(?:'s|[’]s)? (${attributes.join('|')})$`, 'iu');

/** Finds the thing or the person that a candidate is about, and the property that it gives. */
export function subjectOf({ voice, statement, relations }: Candidate, kind: ExtractedKind): Subject {
  const [relation] = relations;
  if (kind === 'relation' && relation) {
    const attribute = attributeByRelation.get(relation.type);
    return attribute === undefined ? { subject: relation.from.name } : { subject: relation.to.name, attribute };
  }
  const { text } = statement;
  const { speaker } = voice.message;
  const named = SUBJECT.exec(text)?.[1];
  if (SELF.test(text) || kind === 'preference') return speaker === undefined ? {} : { subject: speaker };
  if (named === undefined || PRONOUN.test(named) || named.split(' ').length > SUBJECT_WORDS_MAX) return {};
  const [, attribute, whole] = ATTRIBUTE_OF.exec(named) ?? [];
  if (attribute !== undefined) return { subject: bare(whole!), attribute: attribute.toLowerCase() };
  const [, holder, property] = OF_ATTRIBUTE.exec(named) ?? [];
  if (property !== undefined) return { subject: bare(holder!), attribute: property.toLowerCase() };
  return { subject: bare(named) };
}

const bare = (name: string): string =>
  name
    .replace(/^(?:the|our) /iu, '')
    .replaceAll('`', '')
    .trim();
