import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import type { StatedRelation } from './pairs.ts';
import { readSentence } from './read-sentence.ts';
import { englishTagger } from './tagger.ts';
import { kindByNoun, wordForms } from './word-forms.ts';
import { wordsIn, type Tagger } from './words.ts';

/** The relation that a question asks for. */
export interface Asked {
  readonly type: string;
  /** The thing that it names. */
  readonly name: string;
  /** The end of the relation that is asked for. */
  readonly end: 'from' | 'to';
}

/** Reads which relation a question asks for, and of what; undefined where it is no such question. */
export async function questionReader(): Promise<(question: string) => Asked | undefined> {
  const tagger = await englishTagger();
  return (question) => askedIn(question, tagger);
}

const QUESTION_MAX = 400;
const SOMEBODY = 'Asker Unknown';
/** Written as no holder is. */
const SOMETHING = 'ASKED-1';
const SOMEWHERE = 'asked/thing';

/** A question is read as the sentence that would answer it, with a name in the place of what is asked for. */
export function askedIn(question: string, tagger: Tagger): Asked | undefined {
  for (const sentence of answersTo(question.slice(0, QUESTION_MAX))) {
    const { said } = readSentence(wordsIn(sentence, tagger), { resolve: (phrase) => phrase });
    const asked = said.map(endOf).find((one) => one !== undefined);
    if (asked) return asked;
  }
  return undefined;
}

function endOf({ type, from, to }: StatedRelation): Asked | undefined {
  const isAsked = ({ name }: StatedRelation['from']) => [SOMEBODY, SOMETHING, SOMEWHERE].includes(name);
  if (isAsked(from)) return { type, name: spoken(to), end: 'from' };
  return isAsked(to) ? { type, name: spoken(from), end: 'to' } : undefined;
}

const spoken = ({ name, aliases }: StatedRelation['from']): string =>
  aliases.find((alias) => alias.startsWith(`${name} `)) ?? name;

/** The sentences that a question may be the question for, the likeliest first. */
function answersTo(question: string): string[] {
  const clauses = plain(question).split(/(?<=[,;]) (?=wh)/iu);
  const clause = clauses.at(-1)!;
  const told =
    clauses.length > 1 ? /(?:with|in|from|about|for|of|on) ([^,;]+)[,;]$/iu.exec(clauses[0]!)?.[1] : undefined;
  const answers = answersOf(clause);
  return told === undefined ? answers : [...answers, ...answers.map((answer) => `${answer} with ${told}`)];
}

const LEADS =
  /^(?:(?:so|and|please|hey|hi|tell me|show me|any idea|do you know|does any(?:one|body) know|can (?:you|any(?:one|body)) tell me|i wonder|remind me),? )+/iu;
const TIMES =
  / (?:(?:right )?now|these days|at the moment|tonight|today|currently|please|again|nowadays|anyway|(?:this|next) (?:week|month|year|sprint))$/iu;
/** Words that ask no less when they are left out: `who has to sign X`, `who can approve X`. */
const MODAL =
  /^((?:who|whom|what|(?:which|what)(?: \p{L}+){1,2})) (?:ha(?:s|ve) to|must|should|can|could|would|may|will|might|needs? to|gets to) (?!(?:i|we|you|one) )(?=\p{L})/iu;

const plain = (question: string): string =>
  question
    .trim()
    .replace(/[?\s.!]+$/u, '')
    .replace(LEADS, '')
    .replace(/^(wh\p{L}+)['’]s /iu, '$1 is ')
    .replace(/^(?:name|list|give me) the /iu, 'who is the ')
    .replace(MODAL, '$1 ')
    .replace(TIMES, '')
    .replace(TIMES, '');

const HELPER = 'do|does|did|can|must|may|should|shall|has|have|is|are|was|were|would|could';
const FRONTED = /^(in|on|at|under|from|to|with|for|by|of) (?:whom|who|which|what)\b ?(.*)$/iu;
const ASKED = /^(whom?|what|which|where|whose)\b ?(.*)$/iu;

function answersOf(clause: string): string[] {
  const [, preposition, behind = ''] = FRONTED.exec(clause) ?? [];
  if (preposition !== undefined) return frontedAnswers(preposition.toLowerCase(), behind);
  const [, asked = '', rest = ''] = ASKED.exec(clause) ?? [];
  if (asked === '') return [`${SOMEBODY} is the ${clause}`];
  if (/^where$/iu.test(asked)) return placeAnswers(rest);
  if (/^whose$/iu.test(asked)) return possessorAnswers(rest);
  const { noun, clause: body } = /^wh(?:o|om)$/iu.test(asked) ? { noun: '', clause: rest } : nounBefore(rest);
  return namesFor(asked, noun).flatMap((name) => bodyAnswers(body, name));
}

/** `Which search engine is behind X`: the noun of what is asked for, before the verb. */
function nounBefore(rest: string): { readonly noun: string; readonly clause: string } {
  const words = rest.split(' ');
  const isVerb = (word: string, at: number) =>
    at < 4 && (new RegExp(`^(?:${HELPER})$`, 'iu').test(word) || isKnownVerb(word));
  const verb = words.findIndex(
    (word, at) => isVerb(word, at) && !(at === 0 && words.length > 1 && isVerb(words[1]!, 1)),
  );
  if (verb < 1) return { noun: '', clause: rest };
  return { noun: words.slice(0, verb).join(' '), clause: words.slice(verb).join(' ') };
}

const isKnownVerb = (word: string): boolean => {
  const known = wordForms.get(word.toLowerCase());
  return known?.verb !== undefined && (known.isNoun !== true || known.verb === 's');
};

function bodyAnswers(body: string, name: string): string[] {
  const inverted = straightened(body);
  const [, subject, preposition] = /^(?:is|are) (.+?) (in|on|at|with|under|part of|a member of)$/iu.exec(body) ?? [];
  if (subject !== undefined) return [`${subject} is ${preposition!} ${name}`];
  if (/^(?:is|are|was|were) /iu.test(body)) return [`${name} ${body}`, `${body.replace(/^\p{L}+ /u, '')} is ${name}`];
  if (inverted !== undefined) return [`${inverted} ${name}`, advice(body, name)];
  const held = /^(?:has|have|keeps|got|runs|does) (.+)$/iu.exec(body)?.[1];
  return [
    `${name} ${body}`,
    `${name} ${body.replace(/^(\p{L}+)/u, thirdPerson)}`,
    ...(held === undefined ? [] : [`${name} owns ${held}`]),
  ];
}

/** `people depend on` as `he depends on`: one name stands for all that are asked for. */
const thirdPerson = (verb: string): string => (wordForms.get(verb.toLowerCase())?.verb === 'base' ? `${verb}s` : verb);

/** `does Ewa report to` as `Ewa does report to`, `was X written` as `X was written`. */
function straightened(clause: string): string | undefined {
  const [, helper, rest = ''] = new RegExp(`^(${HELPER}) (.+)$`, 'iu').exec(clause) ?? [];
  if (helper === undefined) return undefined;
  const words = rest.split(' ');
  const verb = words.findIndex((word, at) => at > 0 && wordForms.get(word.toLowerCase())?.verb !== undefined);
  if (verb >= 0) return [...words.slice(0, verb), helper, ...words.slice(verb)].join(' ');
  return /^(?:is|are|was|were)$/iu.test(helper) ? `${rest} ${helper}` : undefined;
}

/** `Whom do we ask about X` is answered by `ask A about X`. */
function advice(clause: string, name: string): string {
  const [, verb = '', rest = ''] = /^\p{L}+ (?:i|we|you|one) (\p{L}+)(?: (.*))?$/iu.exec(clause) ?? [];
  const [, before, preposition, others] = /^(.*? ?)\b(to|with|from) (.*)$/iu.exec(rest) ?? [];
  return preposition === undefined ? `${verb} ${name} ${rest}` : `${verb} ${before!}${preposition} ${name} ${others!}`;
}

/** `To whom does A report`, `in which building is X`. */
function frontedAnswers(preposition: string, behind: string): string[] {
  const { clause } = nounBefore(behind);
  const inverted = straightened(clause);
  if (inverted === undefined) return [];
  const names = /^(?:in|on|at|under)$/u.test(preposition) ? [SOMEWHERE, SOMEBODY] : [SOMEBODY, SOMETHING];
  return names.map((name) => `${inverted} ${preposition} ${name}`);
}

/** `Where does X live`, `where is X kept`, `where does X get its data from`. */
function placeAnswers(rest: string): string[] {
  const clause = rest
    .replace(/^can (?:i|we|you|one) find /iu, 'is ')
    .replace(/^do (?:i|we|you|one) (?:find|keep) /iu, 'is ');
  const inverted = straightened(clause);
  if (inverted === undefined) return [];
  return / from$/iu.test(inverted) ? [`${inverted} ${SOMETHING}`] : [`${inverted} in ${SOMEWHERE}`];
}

/** `Whose is X`, `whose job is X`, `whose review does X need`. */
function possessorAnswers(rest: string): string[] {
  const [, noun = '', link, thing = ''] = /^(?:((?!is |are )[\p{L} ]+?) )?(is|are) (.+)$/iu.exec(rest) ?? [];
  if (link !== undefined) return [`${thing} is ${SOMEBODY}'s ${noun}`.trim(), `${thing} is ${SOMEBODY}'s`];
  const [, held, clause] = new RegExp(`^(\\p{L}+) ((?:${HELPER}) .+)$`, 'iu').exec(rest) ?? [];
  const inverted = clause === undefined ? undefined : straightened(clause);
  return inverted === undefined ? [] : [`${inverted} ${SOMEBODY}'s ${held!}`];
}

const [team] = english.kinds['team']!.split(' ');
const persons = wordsOf(english.generic);
const places = wordsOf(english.places);

/** The names for what is asked for: a team, a place, a thing or somebody. */
function namesFor(asked: string, nouns: string): string[] {
  const noun = nouns.toLowerCase().split(' ').at(-1)!;
  if (/^whom?$/iu.test(asked) || persons.has(noun)) return [SOMEBODY, `the ${SOMEBODY} ${team!}`];
  if (kindByNoun.get(noun)?.type === 'team') return [`the ${SOMEBODY} ${team!}`, SOMEBODY];
  if (places.has(noun) || kindByNoun.get(noun)?.type === 'path') return [SOMEWHERE, SOMETHING];
  return noun === '' ? [SOMETHING] : [SOMETHING, SOMEBODY];
}
