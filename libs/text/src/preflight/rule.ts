import { readEnglish } from './english.ts';
import { addSynonyms } from './synonyms.ts';
import { readName, type Name } from './name.ts';
import { readNorm, type GivenNorm, type Norm } from './norm.ts';

/**
 * The version of the rules for reading norms. After a change, the norms of all memories are read again. It was 8 and 10
 * for readings that were taken back.
 */
export const NORM_RULES = 11;

/** The fields of a memory from which its norms are read. */
export interface RuleText {
  readonly title: string;
  readonly content: string;
  readonly forbids?: readonly GivenNorm[] | undefined;
  readonly instead?: readonly string[] | undefined;
}

/** The norms and recommendations of a rule, parsed once for all actions. */
export interface Rule {
  readonly norms: readonly Norm[];
  /**
   * Names of recommended or allowed things. If an act matches one of these names, the rule does not apply to the act.
   */
  readonly allowed: readonly (readonly Name[])[];
  /** The recommended alternative, in words. */
  readonly alternative: string | undefined;
  /** Whether its text contains a word such as `never`, `must` or `only` without a condition. */
  readonly isFirm: boolean;
  readonly isGiven: boolean;
  /**
   * The programs in the commands of the rule. Empty if a norm names things only in words, since such a norm may mean
   * any use of a program.
   */
  readonly programs: ReadonlySet<string>;
}

/** Reads the given norms of a rule, or else the norms in its English text. */
export function readRule({ title, content, forbids = [], instead = [] }: RuleText): Rule {
  const text = `${title}. ${content}`;
  const english = readEnglish({ title, content });
  const isGiven = forbids.length > 0;
  const told = [text, ...instead].join(' ');
  const norms = isGiven
    ? forbids.map((norm) => readNorm(addSynonyms(norm, told), { source: 'given', text }))
    : english.norms.map(({ isConditional, ...norm }) => readNorm(norm, { source: 'english', text, isConditional }));
  const allowed = instead.length > 0 || isGiven ? instead : english.allowed;
  return {
    ...{ norms, isGiven, isFirm: english.isFirm },
    allowed: allowed
      .filter((name) => !IS_CONDITION.test(name))
      .map((name) => readName(name).filter(({ kind }) => kind !== 'text' || !/\s/.test(name))),
    alternative: instead.length > 0 ? instead.join('; ') : english.alternative,
    programs: programsOf(norms),
  };
}

/**
 * An alternative with a condition, such as `git push origin <own branch>`. Such an alternative does not lift the rule.
 */
const IS_CONDITION = /<[^<>]*\s[^<>]*>/;

function programsOf(norms: readonly Norm[]): ReadonlySet<string> {
  if (norms.some(({ names, words }) => names.length === 0 && words.length > 0)) return new Set();
  const first = norms.flatMap(({ names }) => names.flatMap(([name]) => name ?? []));
  return new Set(first.flatMap((name) => (name.kind === 'command' ? name.command.program : [])));
}
