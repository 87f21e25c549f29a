import type { Act } from './act.ts';
import type { Action } from './action.ts';
import { isWithin, timesIn } from './clock.ts';
import { environmentNamed, LOCAL, stemsOf } from './lexicon.ts';
import { hitOf, isSameWord } from './name.ts';
import { saidBy, textsOf } from './act-texts.ts';
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

/** An action, and whether the norm's name says what the act is done to: then a place is something else. */
interface Around extends Action {
  readonly isNamed: boolean;
}
const NAMED_WHOLE = 3;

/** Whether a norm holds where, when and as an act is done. */
export function conditionsOf(norm: Norm, act: Act, given: Action, size = 0): Readonly<Record<string, Met>> {
  const action: Around = { ...given, isNamed: size > NAMED_WHOLE };
  const { within, environments, without, except, number, isConditional } = norm;
  return {
    ...(within.length > 0 && { within: bestOf(within.map((place) => placeMet(place, act, action))) }),
    ...(environments.length > 0 && { environments: environmentMet(environments, act, action) }),
    ...(without.length > 0 && { without: contraryOf[bestOf(without.map((one) => presence(one, act, action)))] }),
    ...(except.length > 0 && {
      except: contraryOf[bestOf(except.map((one) => exceptionMet(norm, one, { act, action })))],
    }),
    ...(number && { number: numberMet(number, act, action) }),
    ...(isConditional && { condition: 'open' as const }),
  };
}

// Places
function placeMet(place: Part, act: Act, action: Around): Met {
  const environment = environmentNamed(place.text);
  if (environment !== undefined && environmentMet([environment], act, action) === 'met') return 'met';
  const when = place.window ? timeMet(place, act, action) : 'met';
  return place.text === '' ? when : worstOf([when, whereMet(place, act, action)]);
}

function timeMet({ window }: Part, act: Act, { comment }: Action): Met {
  const said = timesIn(comment).length > 0 ? timesIn(comment) : timesIn([...act.words, ...act.context].join(' '));
  if (said.length === 0) return 'open';
  return said.some((minute) => isWithin(window!, minute)) ? 'met' : 'missed';
}

/** A file in a folder, such as `deploy/*.yaml`. */
const IS_FILE = /\w\/[^/]*\.[a-z]\w{0,4}$/i;

function whereMet(place: Part, act: Act, action: Around): Met {
  if (isAt(place, act) || isCommented(place, action) || act.pipe.some((word) => isSamePlace(place.text, word)))
    return 'met';
  if (isOtherPlace(place, act) || (isGitReference(act) && !action.isNamed)) return 'missed';
  return action.acts.some((other) => other !== act && isAt(place, other)) ? 'met' : 'open';
}

/** Whether an act that is not at a place says where it is. */
function isOtherPlace(
  { text: place, environments }: Part,
  { kind, targets, context, environments: own }: Act,
): boolean {
  if (kind === 'edit' || kind === 'http' || targets.some(({ text }) => /^\w+:\/\//.test(text))) return true;
  if (IS_FILE.test(place) && !targets.some(({ text }) => /[*.]$/.test(text))) return true;
  if (environments.length > 0 && own.length > 0) return true;
  const isFolderSaid = context.some((one) => !one.includes('=') && !one.startsWith('-'));
  return isFolderSaid || (/[/\\]/.test(place) && targets.some(({ text }) => /\w\/\w/.test(text)));
}

/** A comment says in words where or when its action is done. */
const isCommented = ({ stems, text }: Part, { comment, kind }: Action): boolean => {
  if (comment === '' || kind === 'sentence') return false;
  if (!IN_WORDS.test(text)) return comment.split(/[\s,;]+/).some((word) => isSamePlace(text, word));
  const said = new Set(stemsOf(comment));
  return stems.length > 0 && stems.every((one) => said.has(one));
};

const isGitReference = ({ program, targets }: Act): boolean => program === 'git' && targets.length > 2;

const IN_WORDS = /^[\p{L}\s]+$/u;

function isAt({ text, stems, names, isTyped }: Part, act: Act): boolean {
  const places = [...act.context, ...act.targets.map((target) => target.text), ...act.words];
  if (places.some((place) => isSamePlace(text, place))) return true;
  if (isTyped && (act.kind !== 'edit' || !/[/*]/.test(text)) && textsOf(act).contains(text)) return true;
  if (act.program === 'git' || stems.length === 0) return false;
  if (/\s/.test(text) && hitOf(names, act)) return true;
  const isWord = IN_WORDS.test(text);
  return isWord && stems.every((one) => act.stems.has(one));
}

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
    (other) =>
      other !== act &&
      names.some(
        ({ kind }) => kind === 'command' || kind === 'path' || (kind === 'flag' && act.program === other.program),
      ) &&
      hitOf(names, other),
  );

const IS_TIME =
  /\b(?:night|morning|noon|afternoon|evening|hours|week(?:days?|ends?)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/i;

/** An exception that an act names in part, by more than what the norm itself names, has to be looked at. */
function exceptionMet(norm: Norm, part: Part, { act, action }: { act: Act; action: Action }): Met {
  if (part.window) return part.text === '' || isHere(part, act, action) ? timeMet(part, act, action) : 'missed';
  if (isHere(part, act, action)) return 'met';
  if (IS_TIME.test(part.text) && !IS_TIME.test(action.comment) && timesIn(action.text).length === 0) return 'open';
  const own = part.stems.filter((one) => !norm.stems.has(one));
  const named = own.filter((one) => act.stems.has(one)).length;
  return !part.isTyped && named > 0 && named >= own.length / 2 ? 'open' : 'missed';
}

/** Whether an act has what a part names. */
function isHere({ text, names, stems, isTyped }: Part, act: Act, action: Action): boolean {
  if (TICKET.test(text) && IS_TICKET.test(action.text)) return true;
  if (!/[\p{L}\d]/u.test(text)) return holdsSigns(text, saidBy(act));
  if (/^<[^<>]*>$/.test(text)) return /<[^<>]+>/.test(saidBy(act));
  if (hitOf(names, act) ?? (act.parent && hitOf(names, act.parent))) return true;
  if (!/\s/.test(text) && [...act.words.slice(1), ...act.context].some((word) => isSamePlace(text, word))) return true;
  if (act.messages.some((message) => isInMessage(text, message))) return true;
  return !isTyped && stems.length > 0 && stems.every((one) => act.stems.has(one));
}

/** Signs such as `==`; a star stands for something behind them. */
function holdsSigns(signs: string, said: string): boolean {
  const [own = '', rest] = signs.split('*');
  for (let at = said.indexOf(own); at >= 0; at = said.indexOf(own, at + 1))
    if (rest === undefined || /\w/.test(said[at + own.length] ?? '')) return true;
  return false;
}

const isInMessage = (text: string, message: string): boolean =>
  message.toLowerCase().includes(text.toLowerCase()) ||
  message.split(/[\s:,;[\]()]+/).some((word) => fitsWord(text, word));

function numberMet({ above, below, unit }: NonNullable<Norm['number']>, act: Act, action: Action): Met {
  const own = comparableIn(`${act.words.join(' ')} ${act.content} ${act.messages.join(' ')} ${action.comment}`, unit);
  if (own.length === 0) return 'open';
  return own.some((one) => (above !== undefined ? one > above : one < below!)) ? 'met' : 'missed';
}
