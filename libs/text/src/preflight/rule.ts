import { stem } from '../languages/stem.ts';
import { isStopWord } from '../languages/stop-words.ts';

export type Force = 'forbids' | 'allows' | 'states';

/** One statement of a rule. */
export interface Clause {
  readonly text: string;
  readonly force: Force;
  /** It says never, must, always or only. */
  readonly isDemand: boolean;
  /** It holds only while, before or after something, so that an action alone cannot break it. */
  readonly isConditional: boolean;
  /** Code, commands, files and flags that it names: of a prohibition, what it forbids. */
  readonly names: readonly string[];
  /** Paths and components that stand before a prohibition: where it holds. */
  readonly subjects: readonly string[];
  /** What it is about, as stems, without stop words and cue words. */
  readonly stems: readonly string[];
  /** Nouns after `in` or `into`: where it holds, as stems. */
  readonly places: readonly string[];
}

export interface Rule {
  readonly clauses: readonly Clause[];
  readonly text: string;
  /** It says never, must or only, without a condition. */
  readonly isFirm: boolean;
  /** The sentence that names what to do instead. */
  readonly alternative: string | undefined;
}

const FORBIDS =
  /\b(?:never|must not|do not|does not|don't|doesn't|cannot|can't|may not|should not|shouldn't|mustn't|nobody|no|not|none|avoid|forbidden|prohibited|disallowed|off limits|banned)\b/i;
const ALLOWS =
  /\b(?:is|are|be)\s+\w+(?:ed|en)\s+(?:only\s+)?(?:with|in|through|by|via|to)\b|\b(?:use|uses|prefer|instead|go through|goes? into|allowed|allows|fine|permitted|may|exception|exempt|except|comes? from|(?:with|through|via|by)\s+(?=\u0001|[\w#@]+[._/(]\w)|import it from|take it from|take them from|for example|only with|only through|always pass|is done with)\b/i;
const DEMANDS = /\b(?:must|always|only|exclusively|every|all)\b/i;
const CONDITION = /\b(?:while|when|if|before|after|until|once|first)\b|\bwithout (?:an?|the|your|asking)\b/i;
const STEP_DUE = /\b(?:before|after|first)\b/i;
const ONLY = /\b(?:only|exclusively)\b/i;
/** Where the thing that a prohibition names ends, and what it is about or when it holds begins. */
const ABOUT = /\b(?:on|for|of|while|when|if|before|after|until)\b/i;
const PASSIVE = /\b(?:is|are|be|been|was|were)\s+(?:\w+\s+)?$/i;
const SHOUTED = /\b[A-Z]{2,}(?:\s+[A-Z]{2,})+\b/g;
const SENTENCE = /(?<=[.!?)])\s+(?=[A-Z`"'(<])/;
const TURNS =
  /;\s+|,?\s+(?=because\b|since\b|which\b)|:\s+(?=(?:it|its|they|their|this|that|such|the|these)\b)|,\s+and\s+(?=do not\b|never\b)|,?\s+\bbut\s+(?=not|never)|,\s+(?=not\b|never\b)|\s+(?=instead of\b|rather than\b|except\b|unless\b)/;
const CUES = new Set(
  stemsOf(
    'never must not do does cannot may should nobody no none avoid forbidden prohibited allowed directly always only any present',
  ),
);

/** The number of characters at the beginning of a text that are read as a rule. */
const READ_MAX = 10_000;
/** Longer runs of letters and signs name nothing. */
const UNNAMED = /(?<!\S)\S{121,}/g;

/** Reads what a rule, lesson or decision forbids, what it allows instead, and where. */
export function readRule({ title, content: whole }: { readonly title: string; readonly content: string }): Rule {
  const content = whole
    .slice(0, READ_MAX)
    .replace(UNNAMED, ' ')
    .replace(/\s{2,}/g, ' ');
  const sentences = [title, ...content.split(SENTENCE)].map((one) => one.trim()).filter(Boolean);
  const bySentence = sentences.map(clausesOf);
  const clauses = bySentence.flat();
  return {
    clauses,
    text: `${title}. ${content}`,
    isFirm: clauses.some(({ isDemand, isConditional }) => isDemand && !isConditional),
    alternative: sentences.find((_, at) => at > 0 && bySentence[at]!.some(isAlternative)),
  };
}

const isAlternative = ({ force, names }: Clause): boolean => force === 'allows' && names.length > 0;

/** Code is no place to part a sentence, and says neither yes nor no. */
function clausesOf(sentence: string): Clause[] {
  const code: string[] = [];
  const hide = (span: string) => `\u0001${code.push(span) - 1}\u0001`;
  const show = (text: string) => text.replace(/\u0001(\d+)\u0001/g, (_, at: string) => code[Number(at)]!);
  const hidden = sentence.replace(/`[^`]*`/g, hide).replace(SHOUTED, hide);
  const parts = hidden.split(TURNS).filter((part) => part.trim() !== '');
  let places: readonly string[] = [];
  return parts.map((part) => {
    places = [...places, ...placesIn(show(part))];
    return clauseOf(part, { places, show });
  });
}

interface Around {
  readonly places: readonly string[];
  /** Puts the code back that was hidden. */
  show(text: string): string;
}

function clauseOf(hidden: string, { places, show }: Around): Clause {
  const text = show(hidden);
  const force = forceOf(hidden);
  const cue = (force === 'forbids' ? FORBIDS : DEMANDS).exec(hidden);
  const at = cue?.index ?? 0;
  const isForbidding = force === 'forbids' && cue !== null;
  const before = namesIn(show(hidden.slice(0, at)));
  const after = namesIn(show(forbiddenPart(hidden.slice(at))));
  return {
    text: isForbidding
      ? show(`${PASSIVE.test(hidden.slice(0, at)) ? hidden.slice(0, at) : ''}${forbiddenPart(hidden.slice(at))}`)
      : text,
    force,
    isDemand: cue !== null,
    isConditional: CONDITION.test(hidden.slice(at)),
    names: isForbidding ? (after.length > 0 || !PASSIVE.test(hidden.slice(0, at)) ? after : before) : namesIn(text),
    subjects: isForbidding && after.length > 0 ? before.filter((name) => name.includes('/')) : [],
    stems: stemsOf(text).filter((one) => !CUES.has(one)),
    places,
  };
}

/** What is forbidden itself, without where and when. */
function forbiddenPart(hidden: string): string {
  const end = ABOUT.exec(hidden)?.index ?? hidden.length;
  return hidden.slice(0, end).replace(PLACE, (place) => (/[./_]/.test(place) ? place : ' '));
}

function forceOf(hidden: string): Force {
  if (/^\s*\(?\s*(?:except|unless)\b|\b(?:exception|exempt)\b/i.test(hidden)) return 'allows';
  if (/^\s*(?:instead of|rather than)\b/i.test(hidden) || FORBIDS.test(hidden)) return 'forbids';
  return (ALLOWS.test(hidden) || ONLY.test(hidden)) && !STEP_DUE.test(hidden) ? 'allows' : 'states';
}

const CODE =
  /`([^`]+)`|([\w-]+ <[a-z]\w*>)|(<[A-Z]\w*\/?>)|(#\/|(?:[\w@#.-]*\/)+[\w@*.-]*|--?[a-z][\w-]+|\w[\w-]*(?:\.[\w*]+)+(?:\(\))?|\w+\(\)?|[a-z]+[A-Z]\w*|[A-Z]\w*[a-z][A-Z]\w*|[A-Z]{2,}(?:[ _-][A-Z]{2,})+|\w+_\w+)/g;

/** Names of code, commands, files and flags in prose; templates keep their `<placeholders>`. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(CODE)]
    .map((match) => (match[1] ?? match[2] ?? match[0]).replace(/[.,:]+$/, ''))
    .filter((name) => name.length > 1);
}

const PLACE = /\b(?:in|into|inside|within)\s+(?:(?:the|a|an|all|any|repeatedly)\s+)?((?:[\w./-]+\s?){1,2})/gi;

const placesIn = (sentence: string): string[] => [...sentence.matchAll(PLACE)].flatMap((match) => stemsOf(match[1]!));

/** Words that say what a text is about, as stems. Identifiers give their parts. */
export function stemsOf(text: string): string[] {
  const words =
    text
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z][a-z0-9]+/g) ?? [];
  return [...new Set(words.filter((word) => !isStopWord(word)).map(stem))];
}
