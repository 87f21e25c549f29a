import type { DecisionMeaning, Norm, ProposedFields, RelationInput } from '@cairn/contracts';
import { analyse } from '../analyse.ts';

/** The parts of a proposal whose words are in the text (`proposes`), and for each dropped part the reason. */
interface EvidentParts {
  readonly proposes: ProposedFields;
  readonly dropped: readonly string[];
}

interface Source {
  /** The words of the text in order, each with a space before and after it. */
  readonly spaced: string;
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
}

/** Keeps the parts of a proposal whose words are in the text of the memory. Anything else was added by the model and is dropped. */
export function keepEvidentParts(memory: { readonly title: string; readonly content: string }, given: ProposedFields) {
  const source = sourceOf(`${memory.title}\n${memory.content}`);
  const dropped: string[] = [];
  const keep = <Part>(name: string, part: Part, missing: readonly string[]): Part[] => {
    if (missing.length > 0) dropped.push(`${name}: ${missing.map(quoteText).join(', ')} not in the text`);
    return missing.length > 0 ? [] : [part];
  };
  const forbids = given.forbids?.flatMap((norm, at) => keepStatedNorm(source, norm, `forbids[${at}]`, keep));
  const instead = given.instead?.flatMap((text) => keep('instead', text, findTextsWithMissingWords(source, [text])));
  const decides = given.decides && keepStatedDecision(source, given.decides, keep);
  const value =
    given.value === undefined ? [] : keep('value', given.value, findTextsNotVerbatim(source, [given.value]));
  const relations = given.relations?.flatMap((relation, at) =>
    keep(`relations[${at}]`, relation, findTextsWithMissingWords(source, endsOf(relation))),
  );
  const proposes: ProposedFields = {
    ...(forbids?.length && { forbids }),
    ...(instead?.length && { instead }),
    ...(decides && Object.keys(decides).length > 0 && { decides }),
    ...(value.length > 0 && { value: value[0]! }),
    ...(relations?.length && { relations }),
  };
  return { proposes, dropped } satisfies EvidentParts;
}

type KeepStated = <Part>(name: string, part: Part, missing: readonly string[]) => Part[];

/**
 * Drops a whole norm if one of its conditions is not in the text, since the norm would forbid more without the
 * condition.
 */
function keepStatedNorm(source: Source, norm: Norm, name: string, keep: KeepStated): Norm[] {
  const conditions = [
    ...findTextsWithMissingWords(
      source,
      [norm.within, norm.without, norm.except].flatMap((texts) => texts ?? []),
    ),
    ...(norm.environments ?? []).filter((environment) => !namesEnvironment(source, environment)),
    ...Object.values(norm.number ?? {})
      .filter((bound) => !source.words.has(String(bound)))
      .map(String),
  ];
  if (keep(name, norm, conditions).length === 0) return [];
  const evident = (field: 'names' | 'words' | 'verbs', missing: (texts: readonly string[]) => readonly string[]) => {
    const texts = norm[field]?.flatMap((text) => keep(`${name}.${field}`, text, missing([text])));
    return texts?.length ? { [field]: texts } : {};
  };
  const { names: _names, words: _words, verbs: _verbs, ...rest } = norm;
  const what = {
    ...evident('names', (texts) => findTextsWithMissingWords(source, texts)),
    ...evident('words', (texts) => findTextsWithMissingWords(source, texts)),
    ...evident('verbs', (texts) =>
      texts.filter((text) => !analyse(text).terms.every((term) => source.stems.has(term))),
    ),
  };
  const isAsNarrow = norm.verbs === undefined || 'verbs' in what;
  const namesThings = norm.names === undefined && norm.words === undefined ? true : 'names' in what || 'words' in what;
  return isAsNarrow && namesThings ? [{ ...what, ...rest } as Norm] : [];
}

function keepStatedDecision(source: Source, decision: DecisionMeaning, keep: KeepStated): DecisionMeaning {
  const said = (name: string, texts: readonly string[] | undefined) =>
    texts?.flatMap((text) => keep(`decides.${name}`, text, findTextsNotVerbatim(source, [text]))) ?? [];
  const [reasons, consequences] = [said('reasons', decision.reasons), said('consequences', decision.consequences)];
  const alternatives = decision.alternatives?.flatMap((alternative) => {
    const { what, whyNot } = alternative;
    const kept = keep('decides.alternatives', { what }, findTextsNotVerbatim(source, [what]));
    const grounds = whyNot === undefined || kept.length === 0 ? [] : said('alternatives.whyNot', [whyNot]);
    return kept.map((rejected) => ({ ...rejected, ...(grounds[0] !== undefined && { whyNot: grounds[0] }) }));
  });
  const reverses = said('reverses', decision.reverses === undefined ? undefined : [decision.reverses]);
  return {
    ...(reasons.length > 0 && { reasons }),
    ...(alternatives?.length && { alternatives }),
    ...(consequences.length > 0 && { consequences }),
    ...(reverses[0] !== undefined && { reverses: reverses[0] }),
  };
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/(?<=\d)[,'_](?=\d{3}\b)/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function sourceOf(text: string): Source {
  const words = wordsOf(text);
  return { spaced: ` ${words.join(' ')} `, words: new Set(words), stems: new Set(analyse(text).terms) };
}

/** Selects the texts with a word that the source does not contain. The order of words does not matter. */
const findTextsWithMissingWords = ({ words }: Source, texts: readonly string[]): string[] =>
  texts.filter((text) => {
    const named = wordsOf(text);
    return named.length === 0 || !named.every((word) => words.has(word));
  });

/** Selects the texts that the source does not contain word for word. */
const findTextsNotVerbatim = ({ spaced }: Source, texts: readonly string[]): string[] =>
  texts.filter((text) => {
    const said = wordsOf(text);
    return said.length === 0 || !spaced.includes(` ${said.join(' ')} `);
  });

const ENVIRONMENT_CHARS_MIN = 3;

/** Whether the text names an environment. A short form counts, as `prod` for `production`, and so does the reverse. */
const namesEnvironment = ({ words }: Source, environment: string): boolean =>
  wordsOf(environment).every((name) =>
    [...words].some(
      (word) =>
        word === name ||
        (Math.min(word.length, name.length) >= ENVIRONMENT_CHARS_MIN &&
          (word.startsWith(name) || name.startsWith(word))),
    ),
  );

/** The ends of a relation without their types. */
const endsOf = ({ from, to }: RelationInput): string[] => [from, to].map((end) => end.replace(/^[a-z]+:/u, ''));

const SHOWN_CHARS_MAX = 80;
const quoteText = (text: string): string =>
  JSON.stringify(text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX).toWellFormed()}…` : text);
