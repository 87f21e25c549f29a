import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import type { StatedRelation } from './pairs.ts';
import { mayState } from './may-state.ts';
import { readSentence } from './read-sentence.ts';
import { Sentence } from './sentence.ts';
import { englishTagger } from './tagger.ts';
import { kindByNoun, wordFormByText } from './word-forms.ts';
import { splitWords, tagWords, type Tagger } from './words.ts';

/** The requested relation. */
export interface AskedRelation {
  readonly type: string;
  /** The name of the thing in the question. */
  readonly name: string;
  /** The end of the relation that the answer names. */
  readonly end: 'from' | 'to';
}

/**
 * Creates a reader of questions. It finds the relation and the thing that a question asks for, or undefined if the question asks for no
 * relation.
 */
export async function questionReader(): Promise<(question: string) => AskedRelation | undefined> {
  const tagger = await englishTagger();
  return (question) => readAskedRelation(question, tagger);
}

const QUESTION_CHARS_MAX = 400;
const PERSON_PLACEHOLDER = 'Asker Unknown';
/** A placeholder in the form of a ticket number, which is never a holder. */
const THING_PLACEHOLDER = 'ASKED-1';
const PLACE_PLACEHOLDER = 'asked/thing';

/**
 * Reads a question by reading the sentences that could answer it, in which a placeholder name stands for the answer.
 */
export function readAskedRelation(question: string, tagger: Tagger): AskedRelation | undefined {
  for (const sentence of answerSentences(question.slice(0, QUESTION_CHARS_MAX))) {
    const words = splitWords(sentence);
    if (!mayState(words)) continue;
    const said = readSentence(new Sentence(tagWords(words, tagger), { resolve: (phrase) => phrase }));
    const asked = said.map(endOf).find((one) => one !== undefined);
    if (asked) return asked;
  }
  return undefined;
}

function endOf({ type, from, to }: StatedRelation): AskedRelation | undefined {
  const isAsked = ({ name }: StatedRelation['from']) =>
    [PERSON_PLACEHOLDER, THING_PLACEHOLDER, PLACE_PLACEHOLDER].includes(name);
  if (isAsked(from)) return { type, name: nameAsSpoken(to), end: 'from' };
  return isAsked(to) ? { type, name: nameAsSpoken(from), end: 'to' } : undefined;
}

const nameAsSpoken = ({ name, aliases }: StatedRelation['from']): string =>
  aliases.find((alias) => alias.startsWith(`${name} `)) ?? name;

/** Lists the sentences that could answer a question, with a placeholder for the answer, the likeliest first. */
function answerSentences(question: string): string[] {
  const clauses = stripQuestion(question).split(/(?<=[,;]) (?=wh)/iu);
  const clause = clauses.at(-1)!;
  const told =
    clauses.length > 1 ? /(?:with|in|from|about|for|of|on) ([^,;]+)[,;]$/iu.exec(clauses[0]!)?.[1] : undefined;
  const answers = answersOf(clause);
  return told === undefined ? answers : [...answers, ...answers.map((answer) => `${answer} with ${told}`)];
}

const LEADING_WORDS =
  /^(?:(?:so|and|please|hey|hi|tell me|show me|any idea|do you know|does any(?:one|body) know|can (?:you|any(?:one|body)) tell me|i wonder|remind me),? )+/iu;
const TRAILING_TIME =
  / (?:(?:right )?now|these days|at the moment|tonight|today|currently|please|again|nowadays|anyway|(?:this|next) (?:week|month|year|sprint))$/iu;
/** A modal that can be left out without changing the question: `who has to sign X`, `who can approve X`. */
const LEADING_MODAL =
  /^((?:who|whom|what|(?:which|what)(?: \p{L}+){1,2})) (?:ha(?:s|ve) to|must|should|can|could|would|may|will|might|needs? to|gets to) (?!(?:i|we|you|one) )(?=\p{L})/iu;

const stripQuestion = (question: string): string =>
  question
    .trim()
    .replace(/[?\s.!]+$/u, '')
    .replace(LEADING_WORDS, '')
    .replace(/^(wh\p{L}+)['’]s /iu, '$1 is ')
    .replace(/^(?:name|list|give me) the /iu, 'who is the ')
    .replace(LEADING_MODAL, '$1 ')
    .replace(TRAILING_TIME, '')
    .replace(TRAILING_TIME, '');

const HELPER = 'do|does|did|can|must|may|should|shall|has|have|is|are|was|were|would|could';
const FRONTED_PREPOSITION = /^(in|on|at|under|from|to|with|for|by|of) (?:whom|who|which|what)\b ?(.*)$/iu;
const QUESTION_WORD = /^(whom?|what|which|where|whose)\b ?(.*)$/iu;

function answersOf(clause: string): string[] {
  const [, preposition, behind = ''] = FRONTED_PREPOSITION.exec(clause) ?? [];
  if (preposition !== undefined) return frontedAnswers(preposition.toLowerCase(), behind);
  const [, asked = '', rest = ''] = QUESTION_WORD.exec(clause) ?? [];
  if (asked === '') return [`${PERSON_PLACEHOLDER} is the ${clause}`];
  if (/^where$/iu.test(asked)) return placeAnswers(rest);
  if (/^whose$/iu.test(asked)) return possessorAnswers(rest);
  const { noun, clause: body } = /^wh(?:o|om)$/iu.test(asked) ? { noun: '', clause: rest } : nounBefore(rest);
  return namesFor(asked, noun).flatMap((name) => bodyAnswers(body, name));
}

/** Splits off the noun before the verb: `search engine` in `Which search engine is behind X`. */
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
  const known = wordFormByText.get(word.toLowerCase());
  return known?.verb !== undefined && (known.isNoun !== true || known.verb === 's');
};

function bodyAnswers(body: string, name: string): string[] {
  const inverted = restoreStatementOrder(body);
  const [, subject, preposition] = /^(?:is|are) (.+?) (in|on|at|with|under|part of|a member of)$/iu.exec(body) ?? [];
  if (subject !== undefined) return [`${subject} is ${preposition!} ${name}`];
  if (/^(?:is|are|was|were) /iu.test(body)) return [`${name} ${body}`, `${body.replace(/^\p{L}+ /u, '')} is ${name}`];
  if (inverted !== undefined) return [`${inverted} ${name}`, adviceAnswer(body, name)];
  const held = /^(?:has|have|keeps|got|runs|does) (.+)$/iu.exec(body)?.[1];
  return [
    `${name} ${body}`,
    `${name} ${body.replace(/^(\p{L}+)/u, toThirdPerson)}`,
    ...(held === undefined ? [] : [`${name} owns ${held}`]),
  ];
}

/** Turns `depend` into `depends`, since the placeholder is singular. */
const toThirdPerson = (verb: string): string =>
  wordFormByText.get(verb.toLowerCase())?.verb === 'base' ? `${verb}s` : verb;

/** Puts the subject before the auxiliary: `does Ewa report to` becomes `Ewa does report to`, `was X written` becomes `X was written`. */
function restoreStatementOrder(clause: string): string | undefined {
  const [, helper, rest = ''] = new RegExp(`^(${HELPER}) (.+)$`, 'iu').exec(clause) ?? [];
  if (helper === undefined) return undefined;
  const words = rest.split(' ');
  const verb = words.findIndex((word, at) => at > 0 && wordFormByText.get(word.toLowerCase())?.verb !== undefined);
  if (verb >= 0) return [...words.slice(0, verb), helper, ...words.slice(verb)].join(' ');
  return /^(?:is|are|was|were)$/iu.test(helper) ? `${rest} ${helper}` : undefined;
}

/** Builds the answer to a question for advice: `Whom do we ask about X` becomes `ask A about X`. */
function adviceAnswer(clause: string, name: string): string {
  const [, verb = '', rest = ''] = /^\p{L}+ (?:i|we|you|one) (\p{L}+)(?: (.*))?$/iu.exec(clause) ?? [];
  const [, before, preposition, others] = /^(.*? ?)\b(to|with|from) (.*)$/iu.exec(rest) ?? [];
  return preposition === undefined ? `${verb} ${name} ${rest}` : `${verb} ${before!}${preposition} ${name} ${others!}`;
}

/** Builds the answers to a question with a preposition: `To whom does A report`, `in which building is X`. */
function frontedAnswers(preposition: string, behind: string): string[] {
  const { clause } = nounBefore(behind);
  const inverted = restoreStatementOrder(clause);
  if (inverted === undefined) return [];
  const names = /^(?:in|on|at|under)$/u.test(preposition)
    ? [PLACE_PLACEHOLDER, PERSON_PLACEHOLDER]
    : [PERSON_PLACEHOLDER, THING_PLACEHOLDER];
  return names.map((name) => `${inverted} ${preposition} ${name}`);
}

/** Builds the answers to a question for a place: `Where does X live`, `where is X kept`, `where does X get its data from`. */
function placeAnswers(rest: string): string[] {
  const clause = rest
    .replace(/^can (?:i|we|you|one) find /iu, 'is ')
    .replace(/^do (?:i|we|you|one) (?:find|keep) /iu, 'is ');
  const inverted = restoreStatementOrder(clause);
  if (inverted === undefined) return [];
  return / from$/iu.test(inverted) ? [`${inverted} ${THING_PLACEHOLDER}`] : [`${inverted} in ${PLACE_PLACEHOLDER}`];
}

/** Builds the answers to a question with `whose`: `Whose is X`, `whose job is X`, `whose review does X need`. */
function possessorAnswers(rest: string): string[] {
  const [, noun = '', link, thing = ''] = /^(?:((?!is |are )[\p{L} ]+?) )?(is|are) (.+)$/iu.exec(rest) ?? [];
  if (link !== undefined)
    return [`${thing} is ${PERSON_PLACEHOLDER}'s ${noun}`.trim(), `${thing} is ${PERSON_PLACEHOLDER}'s`];
  const [, held, clause] = new RegExp(`^(\\p{L}+) ((?:${HELPER}) .+)$`, 'iu').exec(rest) ?? [];
  const inverted = clause === undefined ? undefined : restoreStatementOrder(clause);
  return inverted === undefined ? [] : [`${inverted} ${PERSON_PLACEHOLDER}'s ${held!}`];
}

const [team] = english.kinds['team']!.split(' ');
const persons = wordsOf(english.generic);
const places = wordsOf(english.places);

/** The placeholders for the answer, the likeliest first: the name of a team, a place, a thing or a person. */
function namesFor(asked: string, nouns: string): string[] {
  const noun = nouns.toLowerCase().split(' ').at(-1)!;
  if (/^whom?$/iu.test(asked) || persons.has(noun)) return [PERSON_PLACEHOLDER, `the ${PERSON_PLACEHOLDER} ${team!}`];
  if (kindByNoun.get(noun)?.type === 'team') return [`the ${PERSON_PLACEHOLDER} ${team!}`, PERSON_PLACEHOLDER];
  if (places.has(noun) || kindByNoun.get(noun)?.type === 'path') return [PLACE_PLACEHOLDER, THING_PLACEHOLDER];
  return noun === '' ? [THING_PLACEHOLDER] : [THING_PLACEHOLDER, PERSON_PLACEHOLDER];
}
