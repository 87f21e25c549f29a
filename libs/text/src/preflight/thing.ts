import { isDocument, type Act } from './act.ts';
import type { Met } from './conditions.ts';
import { isReader } from './lexicon.ts';
import { hitOf, type NameHit } from './name.ts';
import type { Norm } from './norm.ts';

/** How an act does what a norm names, whatever the conditions. */
export interface Doing {
  readonly met: Met;
  readonly matched: string;
  readonly hit?: NameHit | undefined;
}

const NOT_DONE: Doing = { met: 'missed', matched: '' };

/** Whether an act does to a thing what a norm forbids. */
export function doingOf(norm: Norm, act: Act): Doing {
  if (act.effect === 'rehearses') return NOT_DONE;
  const hits = norm.names.flatMap((names) => hitOf(names, act) ?? []);
  const found = hits.map((hit) => ({ met: namedMet(norm, act, hit), matched: hit.name, hit }));
  const best = found.sort((one, other) => rank[other.met] - rank[one.met] || other.hit.size - one.hit.size)[0];
  if (best && best.met !== 'missed') return best;
  if (act.effect === 'looks' && !norm.verbs.has('read')) return best ?? NOT_DONE;
  return wordsDone(norm, act) ?? verbsDone(norm, act) ?? best ?? NOT_DONE;
}

const rank: Readonly<Record<Met, number>> = { met: 2, open: 1, missed: 0 };

function namedMet(norm: Norm, act: Act, { how, size, name }: NameHit): Met {
  const { verbs, names } = norm;
  const verb = verbMet(norm, act);
  const isCommand = names.some((ways) => ways[0]?.text === name && ways[0].kind === 'command' && /\s/.test(name));
  if (how === 'runs') return ranMet(act, { isOne: size === 1, verb });
  if (act.effect === 'looks') return verbs.has('read') && how !== 'contains' ? 'met' : 'missed';
  if (how === 'reads') return isBare(norm) ? 'open' : verb;
  if (how === 'changes') return isBare(norm) || verbs.has('change') || verb === 'met' ? 'met' : 'missed';
  return isCommand && act.kind === 'edit' ? 'open' : verb;
}

/** A command of several words says itself what is done. */
function ranMet(act: Act, { isOne, verb }: { isOne: boolean; verb: Met }): Met {
  if (!isOne) return 'met';
  if (act.effect === 'looks' && !isReader(act.program))
    return act.kind === 'shell' && act.words.length > 1 ? 'open' : verb;
  return verb;
}

const isBare = ({ verbs, phrases }: Norm): boolean => verbs.size + phrases.length === 0;

/** Whether an act does one of the verbs; without verbs, any use counts. */
function verbMet({ verbs, phrases }: Pick<Norm, 'verbs' | 'phrases'>, act: Act): Met {
  if (verbs.size + phrases.length === 0 || verbs.has('run')) return 'met';
  for (const verb of verbs) if (act.verbs.has(verb) || act.stems.has(verb)) return 'met';
  return phrases.some((phrase) => phrase.every((one) => act.stems.has(one))) ? 'met' : 'missed';
}

function wordsDone(norm: Norm, act: Act): Doing | undefined {
  if (act.kind === 'edit' && isDocument(act.targets[0]!.text)) return undefined;
  const group = norm.words.find((stems) => stems.every((one) => isAmong(one, act.stems)));
  const verb = isBare(norm) && act.effect === 'unknown' ? 'open' : verbMet(norm, act);
  if (!group || verb === 'missed') return undefined;
  const isSure = group.length > 1 || norm.names.length === 0;
  return { met: isSure ? verb : 'open', matched: group.join(' ') };
}

const LONG = 5;
const isAmong = (wanted: string, stems: ReadonlySet<string>): boolean =>
  stems.has(wanted) ||
  (wanted.length >= LONG &&
    [...stems].some((one) => one.length >= LONG && (one.startsWith(wanted) || wanted.startsWith(one))));

/** A norm of verbs alone is as sure as its conditions are. */
function verbsDone(norm: Norm, act: Act): Doing | undefined {
  const { names, words, within, environments, without, number } = norm;
  if (names.length + words.length > 0 || verbMet(norm, act) !== 'met') return undefined;
  const isBound = [within, environments, without].some(({ length }) => length > 0) || number !== undefined;
  return { met: isBound ? 'met' : 'open', matched: [...norm.verbs, ...norm.phrases.flat()][0]! };
}
