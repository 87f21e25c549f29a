import { isDocument, type Act, textSaidBy } from './act.ts';
import type { Match } from './conditions.ts';
import { isLookingWord, isReader, isTool, stemsOf } from './lexicon.ts';
import { hitOf, type NameHit } from './name.ts';
import type { Norm, WordGroup } from './norm.ts';

/** Whether an act does the thing that a norm names, apart from the norm's conditions. */
export interface NormMatch {
  readonly met: Match;
  readonly matched: string;
  readonly hit?: NameHit | undefined;
}

const NO_MATCH: NormMatch = { met: 'missed', matched: '' };

/** Compares an act with the names, words and verbs of a norm. */
export function matchNorm(norm: Norm, act: Act): NormMatch {
  if (act.effect === 'rehearses') return NO_MATCH;
  const hits = norm.names.flatMap((names) => hitOf(names, act, norm.isOnProse) ?? []);
  const found = hits.map((hit) => ({ met: checkNamed(norm, act, hit), matched: hit.name, hit }));
  const best = found.sort((one, other) => rank[other.met] - rank[one.met] || other.hit.size - one.hit.size)[0];
  if (best && best.met !== 'missed') return best;
  if (act.effect === 'looks' && !norm.verbs.has('read')) return best ?? NO_MATCH;
  return findByWords(norm, act) ?? findByVerbs(norm, act) ?? best ?? NO_MATCH;
}

const rank: Readonly<Record<Match, number>> = { met: 2, open: 1, missed: 0 };

function checkNamed(norm: Norm, act: Act, hit: NameHit): Match {
  const { how, name } = hit;
  const { verbs } = norm;
  const verb = checkVerb(norm, act);
  if (how === 'runs') return checkRun(act, hit, verb);
  if (act.effect === 'looks') return verbs.has('read') && how !== 'contains' ? 'met' : 'missed';
  if (how === 'reads') return hasNoVerb(norm) ? 'open' : verb;
  if (how === 'uses') return verb;
  if (how === 'changes') return hasNoVerb(norm) || verbs.has('change') || verb === 'met' ? 'met' : 'missed';
  return act.kind === 'edit' && isTool(name.split(' ')[0]!) ? 'open' : verb;
}

/**
 * Whether running a named command meets the norm. A name of several words includes the verb, unless the name is a group
 * such as `az keyvault` and the act only looks (`az keyvault list`).
 */
function checkRun(act: Act, { name, size }: NameHit, verb: Match): Match {
  const looks = act.effect === 'looks' && act.kind === 'shell' && !isReader(act.program);
  if (size === 1) return looks && act.words.length > 1 ? 'open' : verb;
  const isGroup = !/\s-/.test(name) && !name.split(' ').some(isLookingWord);
  return looks && isGroup && act.words.some(isLookingWord) ? 'missed' : 'met';
}

const hasNoVerb = ({ verbs, phrases }: Norm): boolean => verbs.size + phrases.length === 0;

/** Whether an act does one of the verbs. For a norm without verbs, any use counts. */
function checkVerb({ verbs, phrases }: Pick<Norm, 'verbs' | 'phrases'>, act: Act): Match {
  if (verbs.size + phrases.length === 0 || verbs.has('run')) return 'met';
  for (const verb of verbs)
    if (act.verbs.has(verb) || (act.stems.has(verb) && !(act.program === 'git' && verb === 'add'))) return 'met';
  return phrases.some((phrase) => phrase.every((one) => act.stems.has(one))) ? 'met' : 'missed';
}

function findByWords(norm: Norm, act: Act): NormMatch | undefined {
  if (act.kind === 'edit' && isDocument(act.targets[0]!.text)) return undefined;
  const group = norm.words.find((one) => isNamedIn(one, act));
  const verb = hasNoVerb(norm) && act.effect === 'unknown' ? 'open' : checkVerbOfWords(norm, act);
  if (!group || verb === 'missed') return undefined;
  const isSure = group.stems.length > 1 || (norm.names.length === 0 && isAbout(group, act));
  return { met: isSure ? verb : 'open', matched: group.stems.join(' ') };
}

/**
 * Whether an act applies one of the verbs to a thing that the norm names in words. Here `run` needs a verb in the act,
 * which it does not need for a command.
 */
function checkVerbOfWords({ verbs, phrases }: Norm, act: Act): Match {
  if (verbs.size === 0 || !verbs.has('run')) return checkVerb({ verbs, phrases }, act);
  const isRun = act.verbs.has('run') || act.stems.has('run');
  return isRun ? 'met' : checkVerb({ verbs: new Set([...verbs].filter((verb) => verb !== 'run')), phrases }, act);
}

function isNamedIn({ stems, marks }: WordGroup, act: Act): boolean {
  if (!stems.every((one) => act.stems.has(one))) return false;
  const said = new Set(
    [...act.context, ...act.words, textSaidBy(act)]
      .join(' ')
      .toLowerCase()
      .split(/[\s/:=@,;'"()]+/),
  );
  return marks.every((one) => said.has(one));
}

/**
 * Whether a single word is the topic of an act. The word must stand alone, not as part of a name and not in the text
 * that an edit writes.
 */
function isAbout({ stems, marks }: WordGroup, { kind, targets, words, content }: Act): boolean {
  if (kind === 'sentence' || marks.length > 0) return true;
  const said = kind === 'edit' ? [targets[0]!.text] : [...words, ...targets.map(({ text }) => text), content];
  return said
    .join(' ')
    .split(/[^\p{L}\p{N}_-]+/u)
    .some((word) => !/[_-]/.test(word) && stemsOf(word).some((one) => stems.includes(one)));
}

/**
 * Compares an act with a norm that has only verbs. The result is `met` only if the norm also has conditions, otherwise
 * `open`. A norm of neither matches nothing: it was read from code or a list, and would match every act.
 */
function findByVerbs(norm: Norm, act: Act): NormMatch | undefined {
  const { names, words, within, environments, without, number } = norm;
  if (names.length + words.length > 0 || checkVerb(norm, act) !== 'met') return undefined;
  const isBound = [within, environments, without].some(({ length }) => length > 0) || number !== undefined;
  if (hasNoVerb(norm) && !isBound) return undefined;
  return { met: isBound ? 'met' : 'open', matched: [...norm.verbs, ...norm.phrases.flat()][0]! };
}
