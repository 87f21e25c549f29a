import { classesOf, environmentNamed, environmentsIn, isVerb, stemsOf } from './lexicon.ts';
import { starred } from './glob.ts';
import { isTyped, readName, type Name } from './name.ts';
import { unitIn, type Unit } from './measures.ts';
import { whenIn, type When } from './times.ts';
import { stem } from '../languages/stem.ts';

const strengths = ['must', 'advice', 'step'] as const;
/** How much a norm binds: `must` may stop; `advice` and `step`, a due step, are a caution at most. */
export type Strength = (typeof strengths)[number];

/** An act that a rule forbids, as it is stored with a memory. */
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

/** A norm that was given, or one that was read from English. */
type Source = 'given' | 'english';

/** A place, a condition or an exception: as typed, or in words. */
export interface Part {
  readonly text: string;
  readonly names: readonly Name[];
  readonly stems: readonly string[];
  readonly isTyped: boolean;
  /** The time and days that it names. */
  readonly when: When | undefined;
  /** Environments in its name, as in `holds-prod`. */
  readonly environments: readonly string[];
}

/** A noun group: its stems, and words that have none, such as the `all` of `all turbines` and `bf-01`. */
export interface WordGroup {
  readonly stems: readonly string[];
  readonly marks: readonly string[];
}

/** A norm with its names, words and conditions read, so that an act is only compared. */
export interface Norm {
  readonly source: Source;
  readonly strength: Strength;
  readonly names: readonly (readonly Name[])[];
  readonly words: readonly WordGroup[];
  /** Classes and stems of what is done. */
  readonly verbs: ReadonlySet<string>;
  /** Verbs of several words, as stems; all of one. */
  readonly phrases: readonly (readonly string[])[];
  readonly within: readonly Part[];
  /** It is about prose: one of its places is a document. */
  readonly isOnProse: boolean;
  readonly environments: readonly string[];
  readonly without: readonly Part[];
  readonly except: readonly Part[];
  readonly number: (Bound & { readonly unit: Unit | undefined }) | undefined;
  /** The norm depends on a time, an approval or a state, which an act does not show. */
  readonly isConditional: boolean;
}
interface Bound {
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}

interface ReadingOf {
  readonly source: Source;
  /** The rule's text: it may name the unit of a number. */
  readonly text: string;
  readonly isConditional?: boolean;
}

/** Reads a norm once, for all acts. */
export function readNorm(given: GivenNorm, { source, text, isConditional = false }: ReadingOf): Norm {
  const { names = [], words = [], verbs = [], within = [], environments = [], number, strength = 'must' } = given;
  return {
    ...{ source, strength, isConditional },
    names: names.map(readName).filter((one) => one.length > 0),
    words: words.map(readGroup).filter(({ stems }) => stems.length > 0),
    verbs: new Set(
      verbs
        .map(wordsOfVerb)
        .flatMap(([one = '', ...others]) => (others.length === 0 ? [...classesOf(one), stem(one)] : [])),
    ),
    phrases: verbs
      .map(wordsOfVerb)
      .filter(({ length }) => length > 1)
      .map((some) => some.map(stem)),
    within: within.map(readPart),
    isOnProse: within.some((place) => /\.(?:md|mdx|rst|adoc)$|(?:^|\/)docs?(?:\/|$)/i.test(place)),
    environments: environments.flatMap((one) => environmentNamed(one) ?? []),
    without: (given.without ?? []).map(readPart),
    except: (given.except ?? []).map(readPart),
    number: number && { ...number, unit: unitIn(text, number.above ?? number.below) },
  };
}

const MARK = /(?<!\S)(?:all|each|every|few|many|no|not|other|own|several|\S*\d\S*)(?!\S)/gi;

const readGroup = (text: string): WordGroup => ({
  stems: stemsOf(text),
  marks: text.toLowerCase().match(MARK) ?? [],
});

const PARTICLES = /^(?:to|into|in|up|down|out|on|over|from|of|by|the|a|straight|directly)$/;

/** `push straight to` is one verb; `force push` and `turn off` are of two words. */
const wordsOfVerb = (verb: string): string[] =>
  isVerb(verb)
    ? [verb]
    : /^(?:copy|move|save|export) (?:in)?to$/i.test(verb)
      ? ['overwrite']
      : verb
          .toLowerCase()
          .split(/[\s-]+/)
          .filter((word) => word !== '' && !PARTICLES.test(word));

/** Reads a place, a condition or an exception: a time is taken out of it. */
function readPart(whole: string): Part {
  const { when, rest } = whenIn(whole) ?? { when: undefined, rest: whole };
  const text = starred(rest);
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
