import { english } from './lexicon.en.ts';
import type { Said } from './pairs.ts';
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
const SOMETHING = 'asked-thing';
const SOMEWHERE = 'asked/thing';

/** A question is read as the sentence that would answer it, with a name in the place of what is asked for. */
function askedIn(question: string, tagger: Tagger): Asked | undefined {
  for (const sentence of answersTo(question.slice(0, QUESTION_MAX))) {
    const { said } = readSentence(wordsIn(sentence, tagger), { resolve: (phrase) => phrase });
    const asked = said.map(endOf).find((one) => one !== undefined);
    if (asked) return asked;
  }
  return undefined;
}

function endOf({ type, from, to }: Said): Asked | undefined {
  const isAsked = ({ name }: Said['from']) => [SOMEBODY, SOMETHING, SOMEWHERE].includes(name);
  if (isAsked(from)) return { type, name: spoken(to), end: 'from' };
  return isAsked(to) ? { type, name: spoken(from), end: 'to' } : undefined;
}

const spoken = ({ name, aliases }: Said['from']): string =>
  aliases.find((alias) => alias.startsWith(`${name} `)) ?? name;

const WHO =
  /^(?:(?:so|and|please|hey|hi|tell me|do you know|can you tell me|i wonder),? )*(who|whom|what|(?:which|what) \p{L}+)(?:['’]s)?(?= )/iu;

/** The sentences that a question may be the question for. */
function answersTo(question: string): string[] {
  const text = plain(question);
  const clauses = text.split(/(?<=[,;]) (?=wh)/iu).slice(-1);
  return clauses.flatMap((clause) => {
    const [whole, asked = ''] = WHO.exec(clause) ?? [];
    if (whole === undefined) return [...placeAsked(clause), ...possessorAsked(clause), `${SOMEBODY} is the ${clause}`];
    return ofClause(clause.slice(whole.length).trim(), nameFor(asked));
  });
}

const plain = (question: string): string =>
  question
    .trim()
    .replace(/[?\s.]+$/u, '')
    .replace(/^who['’]s /iu, 'who is ')
    .replace(/^(?:name|list|tell me|give me) the /iu, 'who is the ');

function ofClause(rest: string, name: string): string[] {
  const inverted = straightened(rest);
  if (inverted !== undefined) return [`${inverted} ${name}`, advice(rest, name)];
  const [, subject, preposition] = /^(?:is|are) (.+?) (in|on|at|with|under|part of|a member of)$/iu.exec(rest) ?? [];
  if (subject !== undefined) return [`${subject} is ${preposition!} ${name}`];
  return [`${name} ${rest}`, `${rest.replace(/^(?:is|are) /iu, '')} is ${name}`];
}

/** `does Ewa report to` as `Ewa does report to`. */
function straightened(clause: string): string | undefined {
  const [, helper, rest = ''] = /^(do|does|did|can|must|may|has|have) (.+)$/iu.exec(clause) ?? [];
  if (helper === undefined) return undefined;
  const words = rest.split(' ');
  const verb = words.findIndex((word, at) => at > 0 && wordForms.get(word.toLowerCase())?.verb !== undefined);
  return verb < 0 ? undefined : [...words.slice(0, verb), helper, ...words.slice(verb)].join(' ');
}

/** `Whom do we ask about X` is answered by `ask A about X`. */
function advice(clause: string, name: string): string {
  const [, verb = '', rest = ''] = /^\p{L}+ (?:i|we|you) (\p{L}+)(?: (.*))?$/iu.exec(clause) ?? [];
  const [, to, others] = /^(to|with) (.*)$/iu.exec(rest) ?? [];
  return to === undefined ? `${verb} ${name} ${rest}` : `${verb} ${to} ${name} ${others!}`;
}

/** `Where does X live`, `where is X`. */
function placeAsked(clause: string): string[] {
  const [, rest = ''] = /^where (?:is|are|does|do|can (?:i|we|you) find) (.+)$/iu.exec(clause) ?? [];
  const last = rest.split(' ').at(-1) ?? '';
  const subject = wordForms.get(last.toLowerCase())?.verb === undefined ? rest : rest.slice(0, -last.length).trim();
  return subject === '' ? [] : [`${subject} is in ${SOMEWHERE}`];
}

/** `Whose is X`, `whose review does X need`. */
function possessorAsked(clause: string): string[] {
  const [, thing] = /^whose (?:is|are) (.+)$/iu.exec(clause) ?? [];
  if (thing !== undefined) return [`${thing} is ${SOMEBODY}'s`];
  const [, noun, rest] = /^whose (\p{L}+) ((?:do|does|must|can) .+)$/iu.exec(clause) ?? [];
  const straight = rest === undefined ? undefined : straightened(rest);
  return straight === undefined ? [] : [`${straight} ${SOMEBODY}'s ${noun!}`];
}

const [team] = english.kinds['team']!.split(' ');

/** The name for what is asked for: a team, a thing or somebody. */
function nameFor(asked: string): string {
  const [, noun = ''] = asked.toLowerCase().split(' ');
  if (kindByNoun.get(noun)?.type === 'team') return `the ${SOMEBODY} ${team!}`;
  return /^what$/iu.test(asked) ? SOMETHING : SOMEBODY;
}
