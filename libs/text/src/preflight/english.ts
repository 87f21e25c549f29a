import { sectionPathOf } from '../sections/group.ts';
import { isStopWord } from '../languages/stop-words.ts';
import { environmentsIn, isTool, isVerb } from './lexicon.ts';
import type { GivenNorm, Strength } from './norm.ts';

/** A norm that was read from the English of a rule. */
interface EnglishNorm extends GivenNorm {
  /** Whether the norm holds only while, before or after something that an act does not show. */
  readonly isConditional: boolean;
}

/** The norms of a text, and the commands, paths and names that it recommends or allows (`allowed`). */
export interface English {
  readonly norms: readonly EnglishNorm[];
  readonly allowed: readonly string[];
  /** The sentence that names the alternative. */
  readonly alternative: string | undefined;
  /** Whether a sentence without a condition contains a word such as `never`, `must` or `only`. */
  readonly isFirm: boolean;
}

const FORBIDDING_WORD =
  /\b(?:never|must not|mustn't|do not|don't|does not|doesn't|cannot|can't|may not|should not|shouldn't|nobody|no one|no|not|none|nothing|avoid|forbidden|prohibited|disallowed|off[- ]limits|banned)\b/i;
const ALLOWING_WORD =
  /\b(?:use|uses|prefer|instead|go(?:es)? (?:through|into)|allowed|allows|fine|ok|okay|permitted|may|can|exempt|except|apart from|other than|comes? from|through|via|take it from|for example|is done (?:with|by))\b|^\s*(?:run|call|write|edit|change|merge|put|open)\b/i;
const ADVICE_WORD = /\b(?:avoid|prefer|should|rather than|instead of|discouraged|deprecated|think twice|try)\b/i;
const STEP_CLAUSE =
  /\b(?:before|after|first|ask|approv\w*|permission|consent|confirm\w*|agree\w*|review\w*|ticket|announce|unless)\b/i;
const CONDITION_CLAUSE =
  /\b(?:while|when|whenever|if|before|after|until|once|during|between|outside|on (?:fri|mon|sun|satur|wednes|thurs|tues)days?|(?:(?:more|longer|larger|bigger|less|fewer|older|newer|younger) than|above|below|over|under|at least) \d+)\b/i;
const ONLY_WORD = /\b(?:only|exclusively)\b/i;
const SENTENCE_BORDER = /(?<=[.!?])(?<!\b(?:e\.g|i\.e|etc|vs)\.)\s+(?=[A-Za-z`"'(<])|(?<=\))\s+(?=[A-Z`])|\n+/;
const CLAUSE_BORDER =
  /[;:]\s+|\s[-–—]+\s|,?\s+(?=(?:because|since|which|so that|except|unless|apart from|other than|without|instead of|rather than|so)\b)|,?\s+\b(?=but\b)|,\s+(?=(?:and )?(?:never|not|do not|don't|use|run|it|they|this|nobody)\b)/;
const SPAN_PLACEHOLDER = /\u0001(\d+)\u0001/g;

const READ_CHARS_MAX = 10_000;
/** The maximum length of a sentence in characters. A longer sentence is not a rule. */
const SENTENCE_CHARS_MAX = 600;
/** Words that are too long to be a name. */
const OVERLONG_WORD = /(?<!\S)\S{201,}/g;

/** Reads common forms of English prohibitions. These norms are less certain than norms that were given. */
export function readEnglish({ title, content: whole }: { readonly title: string; readonly content: string }): English {
  const content = whole
    .slice(0, READ_CHARS_MAX)
    .replace(OVERLONG_WORD, ' ')
    .replace(/[ \t]{2,}/g, ' ');
  const sentences = [headingOf(title).slice(0, SENTENCE_CHARS_MAX), ...content.split(SENTENCE_BORDER)].map((one) =>
    one.trim(),
  );
  let topic: readonly string[] = [];
  const read = sentences
    .filter((one) => one !== '' && one.length <= SENTENCE_CHARS_MAX)
    .map((text, at) => {
      const sentence = readSentence(text, topic);
      topic = sentence.topic;
      return { text, at, ...sentence };
    });
  const forbidden = new Set(read.flatMap(({ norms }) => norms.flatMap(({ names = [] }) => names)));
  return {
    norms: read.flatMap(({ norms }) => norms),
    allowed: [...new Set(read.flatMap(({ allowed }) => allowed))].filter((name) => !forbidden.has(name)),
    alternative: read.find(({ at, allowed }) => at > 0 && allowed.length > 0)?.text,
    isFirm: read.some(
      ({ text }) =>
        /\b(?:must|always|only|never|do not|don['\u2019]t|forbidden|prohibited|nobody)\b/i.test(text) &&
        !CONDITION_CLAUSE.test(text) &&
        !STEP_CLAUSE.test(text),
    ),
  };
}

/** The last heading of a section's title, since the document before it is nothing that the rule is about. */
const headingOf = (title: string): string => sectionPathOf(title).at(-1) ?? title;

interface Sentence {
  readonly norms: readonly EnglishNorm[];
  readonly allowed: readonly string[];
  /** The paths that the sentence is about, to which a pronoun in the next sentence may refer. */
  readonly topic: readonly string[];
}

/** Reads a sentence. Code spans, paths and commands are replaced by placeholders first, so that they do not split it or count as words. */
function readSentence(sentence: string, topic: readonly string[]): Sentence {
  const code: string[] = [];
  const hide = (span: string): string => `\u0001${code.push(span) - 1}\u0001`;
  const hidden = sentence
    .replaceAll('\u0001', ' ')
    .replaceAll('\u2019', "'")
    .replace(/`([^`]*)`/g, (_, span: string) => hide(span))
    .replace(PATH_TEXT, (span) => hide(span.replace(/[.,:]+$/, '')) + (/[.,:]+$/.exec(span)?.[0] ?? ''))
    .replace(SQL_IN_CAPITALS, hide)
    .replace(PLAIN_COMMAND, (span, program: string) => (isTool(program) ? hideCommand(span, hide) : span))
    .replace(WITH_FLAG, (span, one: string, other: string) =>
      joinFlag(span, [code[Number(one)]!, code[Number(other)]!], hide),
    );
  const clauses = hidden.split(CLAUSE_BORDER).filter((clause) => clause.trim() !== '');
  const context = {
    topic,
    isBound: CONDITION_CLAUSE.test(hidden) || STEP_CLAUSE.test(hidden) || ONLY_WORD.test(hidden),
    isAdvice: ADVICE_WORD.test(hidden),
  };
  const [subject = ''] = clauses[0]?.split(PREDICATE_VERB) ?? [];
  const paths = namesIn(subject, code).filter((name) => /[/.]/.test(name) && !/\s/.test(name));
  return clauses.reduce<Sentence>((found, clause) => addClause(found, { text: clause, code }, context), {
    norms: [],
    allowed: [],
    topic: paths,
  });
}
const PREDICATE_VERB = /\b(?:is|are|comes?|lies?|holds?|contains?|has|have|belongs?)\b/;

const PATH_TEXT =
  /(?<![\w\u0001])(?:[A-Z]{1,5}:\\[\w\\.-]+|[A-Z][a-z]+-[A-Z]\w+|(?:[\w@#.*~-]*\/)+[\w@.*-]*|\*?[\w-]*(?:\.[\w*-]+)+(?:\(\))?|--[a-z][\w-]+|\w+\(\)|[a-z]+[A-Z]\w*|[A-Z]\w*[a-z][A-Z]\w*|\w+_\w+)(?!\u0001)/g;
const SQL_IN_CAPITALS =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|TRUNCATE|DROP|GRANT|REVOKE|ALTER|FLUSHALL|FLUSHDB)(?: [A-Z]{2,})*\b/g;
const PLAIN_COMMAND = /(?<![\w\u0001./-])([a-z][\w-]*)(?: (?:[a-z][\w-]*|--?[a-z][\w-]*))?/g;

/** Hides a program and its subcommand. The next word is the subcommand unless it is a stop word. */
function hideCommand(span: string, hide: (span: string) => string): string {
  const [program = '', next] = span.split(' ');
  if (next === undefined) return hide(program);
  return isStopWord(next) ? `${hide(program)} ${next}` : hide(span);
}

const WITH_FLAG = /\u0001(\d+)\u0001(?: with(?: the)?)? \u0001(\d+)\u0001/g;
/** Joins a command and its flag: `rsync with --delete`. */
const joinFlag = (
  span: string,
  [command = '', flag = '']: readonly string[],
  hide: (span: string) => string,
): string => (flag.startsWith('-') && /^[a-z]/.test(command) ? hide(`${command} ${flag}`) : span);

interface ClauseText {
  readonly text: string;
  readonly code: readonly string[];
}

interface Context {
  readonly isBound: boolean;
  readonly isAdvice: boolean;
  readonly topic: readonly string[];
}

/** Adds the norms and allowed names of a clause to the norms and allowed names of its sentence. */
function addClause(found: Sentence, clause: ClauseText, context: Context): Sentence {
  const { text, code } = clause;
  const names = namesIn(text, code);
  const cue = /^\s*(?:instead of|rather than)\b/i.exec(text) ?? FORBIDDING_WORD.exec(text);
  if (cue) return addForbidden(found, clause, { ...context, at: cue.index });
  const only = ONLY_WORD.exec(text);
  return only ? addRestricted(found, clause, only.index) : addAllowed(found, clause, names);
}

function addForbidden(
  found: Sentence,
  { text, code }: ClauseText,
  { isBound, isAdvice, topic, at }: Context & { at: number },
): Sentence {
  const forbidden = forbiddenPart(text, at);
  const named = namesIn(forbidden, code);
  const isPronoun = found.norms.length === 0 && /\b(?:it|them|these|this|those)\b/i.test(forbidden);
  const meant = found.topic.length > 0 ? found.topic : topic;
  const names = named.length === 0 && isPronoun ? meant : named;
  const after = text.slice(text.indexOf(forbidden) + forbidden.length);
  const bindsAsStep: Strength = isBound && STEP_CLAUSE.test(text) ? 'step' : 'must';
  const strength: Strength = isAdvice ? 'advice' : bindsAsStep;
  const places = [...namesIn(after, code), ...placesIn(text)];
  const reading = { text, strength, isConditional: isBound, places };
  return { ...found, norms: [...found.norms, ...normsOf(names, reading)] };
}

/** Reads a clause with `only`, as in `X runs in the pipeline only`: names before `only` are restricted, names after it are allowed. */
function addRestricted(found: Sentence, { text, code }: ClauseText, at: number): Sentence {
  // `pnpm only`
  if (/^[\s\u0001\d]*only[\s.]*$/i.test(text)) return { ...found, allowed: [...found.allowed, ...namesIn(text, code)] };
  const norms = normsOf(namesIn(text.slice(0, at), code), { text: '', strength: 'step', isConditional: true });
  return {
    ...found,
    norms: [...found.norms, ...norms],
    allowed: [...found.allowed, ...namesIn(text.slice(at), code)],
  };
}

function addAllowed(found: Sentence, { text }: ClauseText, names: readonly string[]): Sentence {
  const isNaming =
    names.length > 0 && /^[\s,.]*$/.test(text.replace(SPAN_PLACEHOLDER, '').replace(/\b(?:and|or)\b/g, ''));
  const isAllowed = ALLOWING_WORD.test(text) || (isNaming && found.norms.length === 0);
  return isAllowed ? { ...found, allowed: [...found.allowed, ...names] } : found;
}

/**
 * Finds the part of a clause that names the forbidden thing: the words before a passive prohibition, otherwise the
 * words after the prohibition, up to the place.
 */
function forbiddenPart(text: string, at: number): string {
  const [before, behind] = [text.slice(0, at), text.slice(at)];
  const isPassive =
    /\b(?:is|are|be|been|must|may|should)\s+(?:\w+\s+)?$/i.test(before) ||
    /^(?:is|are|must not|may not|should not|cannot|can't|not|never)\s+(?:\w+\s+)?be\b|^(?:forbidden|prohibited|disallowed|off|banned)/i.test(
      behind,
    );
  if (isPassive && /\u0001/.test(before)) return before;
  const end = PLACE_PHRASE.exec(behind)?.index ?? behind.length;
  return /\u0001/.test(behind.slice(0, end)) ? behind.slice(0, end) : behind;
}
const PLACE_PHRASE = /\b(?:in|into|inside|within|on|onto|against|under|to|from)\s+(?:the\s+)?(?=\w|\u0001)/i;

const IN_WORDS =
  /\b(?:in|into|inside|within|on|onto|against|under|to|from)\s+(?:(?:the|an?|our|your|all|any|every|each|shared|other)\s+)*((?!this\b|it\b|them\b|hand\b|purpose\b|place\b)[\p{L}][\p{L}\d-]*(?: (?!and\b|or\b|with\b|without\b|by\b|for\b|when\b|unless\b|that\b|is\b|are\b|in\b|on\b|to\b|must\b|may\b)[\p{L}][\p{L}\d-]*)?)/giu;
/** Words for a place that means everywhere in the work of a team. */
const EVERYWHERE_WORD = /^(?:repo|repository|project|codebase|code|team|workspace|branch)$/i;

/**
 * Finds places in words, such as `on the live site`. If an act does not name the place, the result for the rule is
 * `open`.
 */
const placesIn = (text: string): string[] =>
  [...text.replace(SPAN_PLACEHOLDER, '\u0001').matchAll(IN_WORDS)]
    .map((match) => match[1]!)
    .filter((place) => !EVERYWHERE_WORD.test(place));

interface NormDraft {
  readonly text: string;
  readonly strength: Strength;
  readonly isConditional: boolean;
  readonly places?: readonly string[];
}

function normsOf(names: readonly string[], { text, strength, isConditional, places = [] }: NormDraft): EnglishNorm[] {
  const environments = environmentsIn(text.replace(SPAN_PLACEHOLDER, ' '));
  const within = places.filter((place) => !names.includes(place));
  const verbs = verbsIn(text);
  if (names.length === 0) return [];
  return [{ names, verbs, strength, isConditional, within, environments }];
}

const VERB_BEHIND =
  /\b(?:never|not|nobody|no one|don't|doesn't|mustn't|can't|cannot|shouldn't|avoid)\s+(?:(?:be|ever|directly|to)\s+)?((?:[a-z-]+(?:,\s*|\s+or\s+|,\s*or\s+))*[a-z-]+)|\b(?:is|are|be)\s+(?:\w+ly\s+)?([a-z]+(?:ed|en))\b/gi;

/** Finds the verbs of a prohibition: `never edit or delete`, `are not edited`. */
const verbsIn = (text: string): string[] =>
  [...text.matchAll(VERB_BEHIND)]
    .flatMap(([, active = '', passive = '']) => `${active} ${passive}`.toLowerCase().match(/[a-z-]+/g) ?? [])
    .filter(isVerb);

const namesIn = (text: string, code: readonly string[]): string[] =>
  [...text.matchAll(SPAN_PLACEHOLDER)].map((match) => code[Number(match[1])]!.trim()).filter((name) => name.length > 1);
