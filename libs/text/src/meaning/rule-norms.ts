import { limits, type Norm } from '@cairn/contracts';
import { closers, conditions, doing, openers, replacing } from './lexicon.en.ts';

/** The norms that sentences of a rules file state with code spans, and what they name to do instead. */
export interface RuleNorms {
  readonly forbids: readonly Norm[];
  readonly instead: readonly string[];
}

const SPAN = '`[^`\\n]+`';
const SPANS = `${SPAN}(?:(?:,| or| and|, or|, and) ${SPAN})*`;
const words = (list: readonly string[]): string => list.join('|').replaceAll("'", "['’]");
/** `Never run` and code spans right behind it: anything between them would make another act of it. */
const FORBIDDING = new RegExp(`^(?:${words(openers)}) (${words([...doing.keys()])}) (${SPANS})(.*)$`, 'iu');
const WITHOUT = new RegExp(`^ without (${SPANS})`, 'iu');
const INSTEAD = new RegExp(`\\b(?:${words(replacing)}) (${SPANS})`, 'giu');
const CLOSED = new RegExp(`^\\s*(?:(?:${words(closers)})\\b\\s*)?(?:[.!;,:–—(-].*)?$`, 'isu');
const CONDITION = new RegExp(`\\b(?:${words(conditions)})\\b`, 'iu');
const SENTENCE_END = /(?<=[.!])\s+(?=[\p{Lu}*`])/u;
const READ_CHARS = 20_000;

/** Reads the sentences that begin with a prohibition and name what they forbid in code. Others are left to whoever reads English. */
export function readRuleNorms(text: string): RuleNorms {
  const forbids: Norm[] = [];
  const instead = new Set<string>();
  for (const line of text.slice(0, READ_CHARS).split('\n')) {
    const sentences = withoutMarks(line).split(SENTENCE_END);
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

/** A line without the mark of a list item, and without marks of emphasis but in code. */
const withoutMarks = (line: string): string =>
  line
    .replace(/^\s*(?:[-*+>]|\d{1,2}[.)])\s+/u, '')
    .replace(/(`[^`\n]+`)|\*\*/gu, (_, code: string | undefined) => code ?? '');

function normIn(sentence: string): Norm[] {
  const [, verb = '', spans = '', rest = ''] = FORBIDDING.exec(sentence.trim()) ?? [];
  const names = spansIn(spans);
  if (names.length === 0) return [];
  const verbs = doing.get(verb.toLowerCase()) ?? [];
  const [lacking = '', parts = ''] = WITHOUT.exec(rest) ?? [];
  const without = spansIn(parts);
  const after = rest.slice(lacking.length);
  const isFirm = CLOSED.test(after) && !CONDITION.test(after.split(/[.;]/u, 1)[0]!);
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
  [...line.matchAll(INSTEAD)].flatMap(([, spans = '']) => spansIn(spans));

const spansIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/gu)]
    .map(([, name = '']) => name.trim())
    .filter((name) => name !== '' && name.length <= limits.normText.max)
    .slice(0, limits.normTexts.max);
