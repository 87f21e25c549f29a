import { classesOf, environmentNamed, environmentsIn, isVerb, stemsOf } from './lexicon.ts';
import { replacePlaceholders } from './glob.ts';
import { isTyped, readName, type Name } from './name.ts';
import { unitIn, type Unit } from './measures.ts';
import { splitTimes, type Times } from './times.ts';
import { stemWord } from '../languages/stem.ts';

const strengths = ['must', 'advice', 'step'] as const;
/** The strength of a norm. `must` may stop an action; `advice` and `step` (a required earlier step) give a caution at most. */
export type Strength = (typeof strengths)[number];

/** A norm, which forbids an act, in the form that is stored with a memory. */
export interface GivenNorm {
  readonly names?: readonly string[] | undefined;
  readonly words?: readonly string[] | undefined;
  readonly verbs?: readonly string[] | undefined;
  readonly within?: readonly string[] | undefined;
  readonly environments?: readonly string[] | undefined;
  readonly without?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
  readonly number?: { readonly above?: number | undefined; readonly below?: number | undefined } | undefined;
  readonly strength?: Strength | undefined;
}

/** The source of a norm: given by the writer, or read from English text. */
type Source = 'given' | 'english';

/** A place, a condition or an exception of a norm, as typed code or in words. */
export interface Part {
  readonly text: string;
  readonly names: readonly Name[];
  readonly stems: readonly string[];
  readonly isTyped: boolean;
  /** The times and days that the part names. */
  readonly when: Times | undefined;
  /** Environments in the name of the part, as in `holds-prod`. */
  readonly environments: readonly string[];
}

/**
 * A group of words: the stems of its words, and as `marks` the words that are not stemmed, such as `all` in `all
 * turbines`, and `bf-01`.
 */
export interface WordGroup {
  readonly stems: readonly string[];
  readonly marks: readonly string[];
}

/** A norm that was parsed once, so that it only needs to be compared with each act. */
export interface Norm {
  readonly source: Source;
  readonly strength: Strength;
  readonly names: readonly (readonly Name[])[];
  readonly words: readonly WordGroup[];
  /** The classes and stems of the forbidden verbs. */
  readonly verbs: ReadonlySet<string>;
  /** Verbs of several words, each as a list of stems that an act must all contain. */
  readonly phrases: readonly (readonly string[])[];
  readonly within: readonly Part[];
  /** Whether the norm is about prose, since one of its places is a document. */
  readonly isOnProse: boolean;
  readonly environments: readonly string[];
  readonly without: readonly Part[];
  readonly except: readonly Part[];
  readonly number: (Bound & { readonly unit: Unit | undefined }) | undefined;
  /** The norm depends on a time, an approval or a state that an act does not show. */
  readonly isConditional: boolean;
}
interface Bound {
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}

interface ReadingOf {
  readonly source: Source;
  /** The text of the rule, which may give the unit of a number. */
  readonly text: string;
  readonly isConditional?: boolean;
}

/** Parses a norm once for all acts. */
export function readNorm(given: GivenNorm, { source, text, isConditional = false }: ReadingOf): Norm {
  const { names = [], words = [], verbs = [], within = [], environments = [], number, strength = 'must' } = given;
  return {
    ...{ source, strength, isConditional },
    names: names.map(readName).filter((one) => one.length > 0),
    words: words.map(readGroup).filter(({ stems }) => stems.length > 0),
    verbs: new Set(
      verbs
        .map(wordsOfVerb)
        .flatMap(([one = '', ...others]) => (others.length === 0 ? [...classesOf(one), stemWord(one)] : [])),
    ),
    phrases: verbs
      .map(wordsOfVerb)
      .filter(({ length }) => length > 1)
      .map((some) => some.map(stemWord)),
    within: within.map(readPart),
    isOnProse: within.some((place) => /\.(?:md|mdx|rst|adoc)$|(?:^|\/)docs?(?:\/|$)/i.test(place)),
    environments: environments.flatMap((one) => environmentNamed(one) ?? []),
    without: (given.without ?? []).map(readPart),
    except: (given.except ?? []).map(readPart),
    number: number && { ...number, unit: unitIn(text, number.above ?? number.below) },
  };
}

const CONDITION_MARK = /(?<!\S)(?:all|each|every|few|many|no|not|other|own|several|\S*\d\S*)(?!\S)/gi;

const readGroup = (text: string): WordGroup => ({
  stems: stemsOf(text),
  marks: text.toLowerCase().match(CONDITION_MARK) ?? [],
});

const PARTICLES = /^(?:to|into|in|up|down|out|on|over|from|of|by|the|a|straight|directly)$/;

/** Splits a verb into its words without particles: `push straight to` gives one word, `force push` gives two. */
const wordsOfVerb = (verb: string): string[] =>
  isVerb(verb)
    ? [verb]
    : /^(?:copy|move|save|export) (?:in)?to$/i.test(verb)
      ? ['overwrite']
      : verb
          .toLowerCase()
          .split(/[\s-]+/)
          .filter((word) => word !== '' && !PARTICLES.test(word));

/** Parses a place, a condition or an exception. A time in it is split off. */
function readPart(whole: string): Part {
  const { when, rest } = splitTimes(whole) ?? { when: undefined, rest: whole };
  const text = replacePlaceholders(rest);
  return {
    ...{
      text,
      when,
      names: text === '' ? [] : readName(text),
      stems: stemsOf(rest),
      environments: environmentsIn(text),
    },
    isTyped: isTyped(text),
  };
}
