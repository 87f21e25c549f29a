import type { Act } from './act.ts';
import type { Action } from './action.ts';
import { isWithin, timesIn } from './clock.ts';
import { LOCAL } from './lexicon.ts';
import { hitOf, isSameWord } from './name.ts';
import type { Norm, Part } from './norm.ts';
import { fitsPath, fitsWord } from './path-glob.ts';
import { comparableIn } from './quantity.ts';

/** A part of a norm is met by an act, is not, or the act does not say. */
export type Met = 'met' | 'open' | 'missed';

export const worstOf = (all: readonly Met[]): Met =>
  all.includes('missed') ? 'missed' : all.includes('open') ? 'open' : 'met';
export const bestOf = (all: readonly Met[]): Met =>
  all.includes('met') ? 'met' : all.includes('open') ? 'open' : 'missed';
const contraryOf: Readonly<Record<Met, Met>> = { met: 'missed', open: 'open', missed: 'met' };

/** Whether a norm holds where, when and as an act is done. */
export function conditionsOf(norm: Norm, act: Act, action: Action): Readonly<Record<string, Met>> {
  const { within, environments, without, except, number, isConditional } = norm;
  return {
    ...(within.length > 0 && { within: bestOf(within.map((place) => placeMet(place, act, action))) }),
    ...(environments.length > 0 && { environments: environmentMet(environments, act, action) }),
    ...(without.length > 0 && { without: contraryOf[bestOf(without.map((one) => presence(one, act, action)))] }),
    ...(except.length > 0 && { except: contraryOf[bestOf(except.map((one) => exceptionMet(one, act, action)))] }),
    ...(number && { number: numberMet(number, act, action) }),
    ...(isConditional && { condition: 'open' as const }),
  };
}

// Places
function placeMet(place: Part, act: Act, action: Action): Met {
  const when = place.window ? timeMet(place, act, action) : 'met';
  return place.text === '' ? when : worstOf([when, whereMet(place, act, action)]);
}

function timeMet({ window }: Part, act: Act, { comment }: Action): Met {
  const said = timesIn(comment).length > 0 ? timesIn(comment) : timesIn([...act.words, ...act.context].join(' '));
  if (said.length === 0) return 'open';
  return said.some((minute) => isWithin(window!, minute)) ? 'met' : 'missed';
}

function whereMet(place: Part, act: Act, action: Action): Met {
  if (isAt(place, act) || act.pipe.some((word) => isSamePlace(place.text, word))) return 'met';
  if (act.kind === 'edit' || act.kind === 'http') return 'missed';
  if (place.environments.length > 0 && act.environments.length > 0) return 'missed';
  const folders = act.context.filter((one) => !one.includes('=') && !one.startsWith('-'));
  const isSaid =
    folders.length > 0 ||
    isGitReference(act) ||
    (/[/\\]/.test(place.text) && act.targets.some(({ text }) => /\w\/\w/.test(text)));
  if (isSaid) return 'missed';
  return action.acts.some((other) => other !== act && isAt(place, other)) ? 'met' : 'open';
}

const isGitReference = ({ program, targets }: Act): boolean => program === 'git' && targets.length > 2;

function isAt({ text, stems, names }: Part, act: Act): boolean {
  const places = [...act.context, ...act.targets.map((target) => target.text), ...act.words];
  if (places.some((place) => isSamePlace(text, place))) return true;
  if (act.program === 'git' || stems.length === 0) return false;
  if (/\s/.test(text) && hitOf(names, act)) return true;
  const isWord = /^[\p{L}\s]+$/u.test(text);
  const own = act.kind === 'edit' ? stemsOfPath(act) : act.stems;
  return isWord && stems.every((one) => own.has(one));
}

const stemsOfPath = ({ targets }: Act): ReadonlySet<string> =>
  new Set(targets.flatMap(({ text }) => text.toLowerCase().split(/[^a-z0-9]+/)));

const isSamePlace = (wanted: string, place: string): boolean =>
  isSameWord(wanted, place) ||
  (place.includes('/') && fitsPath(wanted, place)) ||
  (/^[\w.-]+$/.test(wanted) && isPiece(wanted.toLowerCase(), place.toLowerCase()));

/** A word between the signs of a longer one, as in `user@host:/path` and `db=name`. */
const isPiece = (wanted: string, word: string): boolean =>
  word.length > wanted.length && word.split(/[/:=@,+\s"'$]+/).includes(wanted);

// Environments
function environmentMet(wanted: readonly string[], act: Act, action: Action): Met {
  const all = act.environments.length > 0 ? act.environments : [...action.environments];
  if (all.some((one) => wanted.includes(one))) return 'met';
  const isHere = wanted.includes(LOCAL) && !isRemote(act);
  if (all.length > 0) return isHere && !all.includes('ci') ? 'open' : 'missed';
  return isHere ? 'met' : 'open';
}

/** Commands run on this machine unless a wrapper takes them to another place. */
function isRemote({ parent }: Act): boolean {
  for (let one = parent; one; one = one.parent) if (/^(?:ssh|docker|podman|kubectl)$/.test(one.program)) return true;
  return false;
}

// Conditions and exceptions
const APPROVAL =
  /\b(?:approv\w*|permission|agree\w*|consent|sign(?:ed)?[- ]?off|confirm\w*|ask\w*|ok|okay|told|said|review\w*|announced?|notice)\b/i;
const TICKET =
  /\b(?:ticket|issue|task|change)\b.{0,12}\b(?:number|id|key|reference|nr|no)\b|\b[A-Z]{2,}-(?:n+|\d+|<\w+>|x+)\b/i;
const IS_TICKET = /\b[A-Z][A-Z0-9]+-\d+\b|(?<!\w)#\d+\b/;

/** Whether an action has what a norm asks for. An approval that is only claimed has to be verified. */
function presence(part: Part, act: Act, action: Action): Met {
  if (APPROVAL.test(part.text) && APPROVAL.test(action.comment)) return 'open';
  return isHere(part, act, action) || isElsewhere(part, act, action) ? 'met' : 'missed';
}

/** Another act of the action does it, such as a dry run before. */
const isElsewhere = ({ names }: Part, act: Act, { acts }: Action): boolean =>
  acts.some(
    (other) => other !== act && names.some(({ kind }) => kind === 'command' || kind === 'path') && hitOf(names, other),
  );

/** An exception that an act names in part has to be looked at. */
function exceptionMet(part: Part, act: Act, action: Action): Met {
  if (part.window) return part.text === '' || isHere(part, act, action) ? timeMet(part, act, action) : 'missed';
  if (isHere(part, act, action)) return 'met';
  const named = part.stems.filter((one) => act.stems.has(one));
  return !part.isTyped && named.length > 0 && named.length >= part.stems.length / 2 ? 'open' : 'missed';
}

/** Whether an act has what a part names. */
function isHere({ text, names, stems, isTyped }: Part, act: Act, action: Action): boolean {
  if (TICKET.test(text) && IS_TICKET.test(action.text)) return true;
  if (hitOf(names, act) ?? (act.parent && hitOf(names, act.parent))) return true;
  if (!/\s/.test(text) && [...act.words.slice(1), ...act.context].some((word) => isSamePlace(text, word))) return true;
  if (act.messages.some((message) => isInMessage(text, message))) return true;
  if (act.kind === 'sql' && isTyped && !/\s/.test(text))
    return act.words.some((word) => word.toLowerCase() === text.toLowerCase());
  return !isTyped && stems.length > 0 && stems.every((one) => act.stems.has(one));
}

const isInMessage = (text: string, message: string): boolean =>
  message.toLowerCase().includes(text.toLowerCase()) ||
  message.split(/[\s:,;[\]()]+/).some((word) => fitsWord(text, word));

function numberMet({ above, below, unit }: NonNullable<Norm['number']>, act: Act, action: Action): Met {
  const own = comparableIn(`${act.words.join(' ')} ${act.content} ${act.messages.join(' ')} ${action.comment}`, unit);
  if (own.length === 0) return 'open';
  return own.some((one) => (above !== undefined ? one > above : one < below!)) ? 'met' : 'missed';
}
