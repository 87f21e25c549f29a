import { limits, type Norm } from '@cairn/contracts';
import {
  neutralEndings,
  conditionWords,
  normVerbsByVerb,
  prohibitionOpeners,
  alternativeOpeners,
} from './lexicon.en.ts';

/** The norms that sentences of a rules file state with code spans, and the alternatives that they name. */
export interface RuleNorms {
  readonly forbids: readonly Norm[];
  readonly instead: readonly string[];
}

const CODE_SPAN = '`[^`\\n]+`';
const CODE_SPANS = `${CODE_SPAN}(?:(?:,| or| and|, or|, and) ${CODE_SPAN})*`;
const joinWords = (list: readonly string[]): string => list.join('|').replaceAll("'", "['’]");
/** A prohibition such as `Never run`, directly followed by code spans. Words between them would change the forbidden action. */
const FORBIDDING_SENTENCE = new RegExp(
  `^(?:${joinWords(prohibitionOpeners)}) (${joinWords([...normVerbsByVerb.keys()])}) (${CODE_SPANS})(.*)$`,
  'iu',
);
const WITHOUT_CLAUSE = new RegExp(`^ without (${CODE_SPANS})`, 'iu');
const ALTERNATIVE_CLAUSE = new RegExp(`\\b(?:${joinWords(alternativeOpeners)}) (${CODE_SPANS})`, 'giu');
const NEUTRAL_ENDING = new RegExp(`^\\s*(?:(?:${joinWords(neutralEndings)})\\b\\s*)?(?:[.!;,:–—(-].*)?$`, 'isu');
const CONDITION_WORD = new RegExp(`\\b(?:${joinWords(conditionWords)})\\b`, 'iu');
const SENTENCE_END = /(?<=[.!])\s+(?=[\p{Lu}*`])/u;
const READ_CHARS = 20_000;

/**
 * Reads sentences that begin with a prohibition and name the forbidden things in code spans. Other sentences are left to the reader of
 * English.
 */
export function readRuleNorms(text: string): RuleNorms {
  const forbids: Norm[] = [];
  const instead = new Set<string>();
  for (const line of text.slice(0, READ_CHARS).split('\n')) {
    const sentences = stripMarks(line).split(SENTENCE_END);
    const norms = sentences.flatMap(normIn);
    forbids.push(...norms);
    const forbidden = new Set(norms.flatMap(({ names = [] }) => names));
    for (const act of norms.length > 0 ? alternativesIn(line) : []) if (!forbidden.has(act)) instead.add(act);
  }
  return {
    forbids: forbids.slice(0, limits.norms.max),
    instead: [...instead].slice(0, limits.normAlternatives.max),
  };
}

/** Removes the mark of a list item, and emphasis outside code spans. */
const stripMarks = (line: string): string =>
  line
    .replace(/^\s*(?:[-*+>]|\d{1,2}[.)])\s+/u, '')
    .replace(/(`[^`\n]+`)|\*\*/gu, (_, code: string | undefined) => code ?? '');

function normIn(sentence: string): Norm[] {
  const [, verb = '', spans = '', rest = ''] = FORBIDDING_SENTENCE.exec(sentence.trim()) ?? [];
  const names = spansIn(spans);
  if (names.length === 0) return [];
  const verbs = normVerbsByVerb.get(verb.toLowerCase()) ?? [];
  const [lacking = '', parts = ''] = WITHOUT_CLAUSE.exec(rest) ?? [];
  const without = spansIn(parts);
  const after = rest.slice(lacking.length);
  const isFirm = NEUTRAL_ENDING.test(after) && !CONDITION_WORD.test(after.split(/[.;]/u, 1)[0]!);
  return [
    {
      names,
      ...(verbs.length > 0 && { verbs: [...verbs] }),
      ...(without.length > 0 && { without }),
      strength: isFirm ? 'must' : 'advice',
    },
  ];
}

const alternativesIn = (line: string): string[] =>
  [...line.matchAll(ALTERNATIVE_CLAUSE)].flatMap(([, spans = '']) => spansIn(spans));

const spansIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/gu)]
    .map(([, name = '']) => name.trim())
    .filter((name) => name !== '' && name.length <= limits.normText.max)
    .slice(0, limits.normTexts.max);
