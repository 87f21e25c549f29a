import type { Act } from './act.ts';
import type { Action } from './action.ts';
import { pathsOf, textSaidBy } from './act.ts';
import { fitsPath, fitsWord } from './glob.ts';
import { environmentNamed, LOCAL_ENVIRONMENT, stemsOf } from './lexicon.ts';
import { comparableIn } from './measures.ts';
import { hitOf, isSameWord, type NameHit } from './name.ts';
import type { Norm, Part } from './norm.ts';
import { areWithin, namesVagueTime, timesIn, hasTime, type Times } from './times.ts';

/** Whether an act meets a part of a norm: yes (`met`), no (`missed`), or the act does not tell (`open`). */
export type Match = 'met' | 'open' | 'missed';

export const worstMatch = (all: readonly Match[]): Match =>
  all.includes('missed') ? 'missed' : all.includes('open') ? 'open' : 'met';
export const bestMatch = (all: readonly Match[]): Match =>
  all.includes('met') ? 'met' : all.includes('open') ? 'open' : 'missed';
const contraryByMet: Readonly<Record<Match, Match>> = { met: 'missed', open: 'open', missed: 'met' };

interface CheckedAct {
  readonly act: Act;
  readonly action: Action;
  readonly hit?: NameHit | undefined;
}

/** Checks each condition of a norm for an act: places, times, environments, and all further conditions. */
export function checkConditions(norm: Norm, asked: CheckedAct): Readonly<Record<string, Match>> {
  const { within, environments, without, except, number, isConditional } = norm;
  return {
    ...(within.length > 0 && { within: bestMatch(within.map((place) => checkPlace(place, asked))) }),
    ...(environments.length > 0 && { environments: checkEnvironment(environments, asked) }),
    ...(without.length > 0 && { without: contraryByMet[bestMatch(without.map((one) => checkPresence(one, asked)))] }),
    ...(except.length > 0 && { except: contraryByMet[bestMatch(except.map((one) => checkException(one, asked)))] }),
    ...(number && { number: checkNumber(number, asked) }),
    ...(isConditional && { condition: 'open' as const }),
  };
}

/**
 * Whether an act contains a part of a norm: it runs or touches the named thing, or its text contains the part, or it
 * has all words of the part.
 */
function hasSpan({ text, names, stems, isTyped }: Part, act: Act): boolean {
  if (!/[\p{L}\d]/u.test(text)) return hasSigns(text, textSaidBy(act));
  if (/^<[^<>]*>$/.test(text)) return /<[^<>]+>/.test(textSaidBy(act));
  if (hitOf(names, act)) return true;
  const words = [...act.context, ...pathsOf(act), ...act.words];
  if (words.some((word) => isSamePlace(text, word))) return true;
  // The words of a git command are references, which must match the part as a whole.
  return !isTyped && act.program !== 'git' && stems.length > 0 && stems.every((one) => act.stems.has(one));
}

/** Whether a text contains signs such as `==`. A star after the signs requires a word after them. */
function hasSigns(signs: string, said: string): boolean {
  const [own = '', rest] = signs.split('*');
  // The bound on `at` ends the loop: `indexOf` finds an empty text again and again at the end.
  for (let at = said.indexOf(own); at >= 0; at = at < said.length ? said.indexOf(own, at + 1) : -1)
    if (rest === undefined || /\w/.test(said[at + own.length] ?? '')) return true;
  return false;
}

const isSamePlace = (wanted: string, word: string): boolean =>
  isSameWord(wanted, word) ||
  (word.includes('/') && fitsPath(wanted, word)) ||
  (/^[\w.*-]+$/.test(wanted) && conditionSpansOf(word).some((piece) => fitsWord(wanted, piece)));

/** Splits a word at its signs: `user@host.net:/path.ext`, `db=name`. */
const conditionSpansOf = (word: string): string[] =>
  word.split(/[/:=@,+\s"'$]+/).flatMap((piece) => [piece, piece.split('.', 1)[0]!]);

function checkPlace(place: Part, asked: CheckedAct): Match {
  const environment = environmentNamed(place.text);
  if (environment !== undefined && checkEnvironment([environment], asked) === 'met') return 'met';
  const when = place.when ? checkTime(place.when, asked) : 'met';
  return place.text === '' ? when : worstMatch([when, checkWhere(place, asked)]);
}

/**
 * Compares a time of the norm with the times in the comment, or, if the comment has none, with the times in the words
 * of the act.
 */
function checkTime(when: Times, { act, action: { comment } }: CheckedAct): Match {
  const said = timesIn(comment);
  const isMet = areWithin(when, hasTime(said) ? said : timesIn([...act.words, ...act.context].join(' ')));
  return isMet === undefined ? 'open' : isMet ? 'met' : 'missed';
}

function checkWhere(place: Part, asked: CheckedAct): Match {
  const { act, action, hit } = asked;
  const isBeside = act.pipe.some((word) => isSamePlace(place.text, word)) || isPublished(place, asked);
  if (isBeside || hasSpan(place, act) || isCommented(place, action)) return 'met';
  if (namesVagueTime(place.text)) return saysTime(action) ? 'missed' : 'open';
  const isReferenceNamed = (hit?.size ?? 0) >= REFERENCE_WORDS_MIN;
  if (isElsewhere(place, act) || (isGitReference(act) && !isReferenceNamed)) return 'missed';
  return action.acts.some((other) => other !== act && hasSpan(place, other)) ? 'met' : 'open';
}

/** Whether a message of the act contains the place. The message of a git command counts only if the norm names the option for it. */
const isPublished = ({ text }: Part, { act: { program, messages }, hit }: CheckedAct): boolean =>
  (program !== 'git' || /\s(?:-m|--message)\b/.test(hit?.name ?? '')) &&
  messages.some((message) => isInMessage(text, message));

/** Whether the comment on the action names the place. */
function isCommented({ stems, text, isTyped }: Part, { comment, kind }: Action): boolean {
  if (comment === '' || kind === 'sentence') return false;
  if (isTyped) return comment.split(/[\s,;]+/).some((word) => isSamePlace(text, word));
  const said = new Set(stemsOf(comment));
  return stems.length > 0 && stems.every((one) => said.has(one));
}

/** The number of words from which the name in a norm includes the reference: `git push origin main`. */
const REFERENCE_WORDS_MIN = 4;
const isGitReference = ({ program, targets }: Act): boolean => program === 'git' && targets.length > 2;
/** The pattern of a file in a folder, such as `deploy/*.yaml`. */
const IS_FILE = /\w\/[^/]*\.[a-z]\w{0,4}$/i;

/** Whether an act that does not name a place shows that it happens in a different place. */
function isElsewhere({ text: place, environments }: Part, act: Act): boolean {
  const { kind, targets, context } = act;
  if (kind === 'edit' || kind === 'http' || targets.some(({ text }) => /^\w+:\/\//.test(text))) return true;
  if (IS_FILE.test(place) && !targets.some(({ text }) => /[*.]$/.test(text))) return true;
  if (environments.length > 0 && act.environments.length > 0) return true;
  const isFolderSaid = context.some((one) => !one.includes('=') && !one.startsWith('-'));
  return isFolderSaid || (/[/\\]/.test(place) && targets.some(({ text }) => /\w\/\w/.test(text)));
}

function checkEnvironment(wanted: readonly string[], { act, action }: CheckedAct): Match {
  const all = act.environments.length > 0 ? act.environments : [...action.environments];
  if (all.some((one) => wanted.includes(one))) return 'met';
  const isHere = wanted.includes(LOCAL_ENVIRONMENT) && !isRemote(act);
  if (all.length > 0) return isHere && !all.includes('ci') ? 'open' : 'missed';
  return isHere ? 'met' : 'open';
}

/** Whether a wrapper runs the command on another machine or in a container. */
function isRemote({ parent }: Act): boolean {
  for (let one = parent; one; one = one.parent) if (/^(?:ssh|docker|podman|kubectl)$/.test(one.program)) return true;
  return false;
}

const APPROVAL_WORD =
  /\b(?:approv\w*|permission|agree\w*|consent|sign(?:ed)?[- ]?off|confirm\w*|ask\w*|ok|okay|told|said|review\w*|announced?|notice)\b/i;
const TICKET_WORD =
  /\b(?:ticket|issue|task|change)\b.{0,12}\b(?:number|id|key|reference|nr|no)\b|\b[A-Z]{2,}-(?:n+|\d+|\*|x+)\b/i;
const IS_TICKET = /\b[A-Z][A-Z0-9]+-\d+\b|(?<!\w)#\d+\b/;

/** Whether only the comment claims a part, such as an approval, so that the claim has to be verified. */
function isClaimed(part: Part, { action }: CheckedAct): boolean {
  if (DENIAL_WORD.test(action.comment)) return false;
  return (
    (!part.isTyped && isCommented(part, action)) ||
    (APPROVAL_WORD.test(part.text) && APPROVAL_WORD.test(action.comment))
  );
}
const DENIAL_WORD = /\b(?:no|not|nobody|never|nothing|without|skip(?:s|ped|ping)?)\b/i;

/** Whether an action contains a required part. */
function checkPresence(part: Part, asked: CheckedAct): Match {
  if (isClaimed(part, asked)) return 'open';
  // A sentence with a denial does not state that the part is there: "we skip the snapshot".
  if (asked.act.kind === 'sentence' && DENIAL_WORD.test(asked.action.text)) return 'missed';
  return isSaid(part, asked) || isDoneBeside(part, asked) ? 'met' : 'missed';
}

/** Whether a second act of the action does the part, such as an earlier dry run. */
function isDoneBeside({ names }: Part, { act, action }: CheckedAct): boolean {
  const beside = action.acts.filter((other) => other !== act);
  return beside.some((other) =>
    names.some(
      (name) =>
        (name.kind === 'command' || name.kind === 'path' || (name.kind === 'flag' && act.program === other.program)) &&
        hitOf([name], other),
    ),
  );
}

/** Whether an exception applies. An exception for a time applies if the action names such a time, and is open if it names none. */
function checkException(part: Part, asked: CheckedAct): Match {
  if (part.when) return part.text === '' || isSaid(part, asked) ? checkTime(part.when, asked) : 'missed';
  if (isSaid(part, asked)) return 'met';
  return isClaimed(part, asked) || (namesVagueTime(part.text) && !saysTime(asked.action)) ? 'open' : 'missed';
}

const saysTime = ({ text, comment }: Action): boolean => namesVagueTime(comment) || hasTime(timesIn(text));

function isSaid(part: Part, { act, action }: CheckedAct): boolean {
  if (TICKET_WORD.test(part.text) && IS_TICKET.test(action.text)) return true;
  return hasSpan(part, act) || act.messages.some((message) => isInMessage(part.text, message));
}

const isInMessage = (text: string, message: string): boolean =>
  message.toLowerCase().includes(text.toLowerCase()) ||
  message.split(/[\s:,;[\]()]+/).some((word) => fitsWord(text, word));

function checkNumber({ above, below, unit }: NonNullable<Norm['number']>, { act, action }: CheckedAct): Match {
  const own = comparableIn(`${act.words.join(' ')} ${act.content} ${act.messages.join(' ')} ${action.comment}`, unit);
  return own.some((one) => (above !== undefined ? one > above : one < below!)) ? 'met' : 'missed';
}
