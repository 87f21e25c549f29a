import { sentencesOf } from '../quotable.ts';
import { topicWords } from './decision-parts.ts';

interface Decision {
  readonly title: string;
  readonly content: string;
}

/** Words of what a sentence says to leave and to choose. */
interface Change {
  readonly from: ReadonlySet<string>;
  readonly to: ReadonlySet<string>;
  /** The words of the subject, none for `we` and for orders, and of the object that changes. */
  readonly subject: ReadonlySet<string>;
  /** The other words of the sentence. */
  readonly about: ReadonlySet<string>;
}

const nameAs = (group: string): string =>
  String.raw`(?:the |our |using )?(?<${group}>[\p{L}\p{N}@][\p{L}\p{N}_./@+#-]{0,39}(?: [\p{Lu}\p{N}][\p{L}\p{N}_./@+#-]{0,39}){0,2})`;
const [FROM, TO] = [nameAs('from'), nameAs('to')];
/** The end of a name: no further noun follows, since `drop Postgres triggers` leaves Postgres as it is. */
const END = String.raw`(?=[\s.]*(?:[,;:)!]|$)|\.?\s+(?:for|in|as|and|since|because|entirely|everywhere|completely|now|on|everything)\b|\.\s)`;
const OBJECT = String.raw`(?<object>[^,;:.()]{0,60}?)`;
/** Forms that say what is left, and for what, if they do. */
const changeForms = [
  String.raw`\b(?:mov(?:e[ds]?|ing)|switch(?:e[ds]|ing)?|migrat(?:e[ds]?|ing)|changed) ${OBJECT}\bfrom ${FROM} to ${TO}`,
  String.raw`\breplac(?:e[ds]?|ing) ${FROM} (?:with|by) ${TO}`,
  String.raw`\b(?:swap(?:ped)?|leaves?|left|drop(?:s|ped)?|abandon(?:ed)?|ditch(?:ed)?|remov(?:es?|ed)) ${FROM} (?:for|in favou?r of) ${TO}`,
  String.raw`\b(?:drop(?:s|ped)?|abandon(?:ed)?|ditch(?:ed)?|retire[ds]?|stop(?:ped)? using|g[eo]t rid of|phased? out) ${FROM}${END}`,
  String.raw`\bno longer (?:lives?|runs?|stored|kept|keeps?|uses?|logs?|goe?s?|sent|written|built|deployed|hosted|on)(?: (?:in|on|with|by|to|through))? ${FROM}${END}`,
  String.raw`\b(?:use|deploy|run|store|keep|write|build|test|log|send|serve|render|host|manage)s? (?:[\p{Ll}]+ ){0,2}?${TO} (?:instead of|rather than) ${FROM}${END}`,
  String.raw`\b(?:wechseln|migrieren|umsteigen|stellen) ${OBJECT}\bvon ${FROM} (?:zu|auf|nach) ${TO}`,
  String.raw`\bersetzen ${FROM} durch ${TO}`,
].map((form) => new RegExp(form, 'u'));
/** Forms whose subject is left. */
const endForms = [
  String.raw`${FROM} (?:is|are|gets|has been|have been) (?:now )?replaced (?:with|by) ${TO}`,
  String.raw`${FROM} (?:is|are|has been|have been) (?:now )?(?:gone|retired|dropped|abandoned|removed|phased out)${END}`,
  String.raw`${FROM} out, ${TO} in\b`,
].map((form) => new RegExp(form, 'u'));
/** Forms that say what stays or comes back, so that an earlier change away from it is taken back. */
const returnForms = [
  String.raw`\b(?:stays?|remains?|ke(?:ep|eps|pt)|(?:go|goes|went|come|comes|move|moves) back|returns?|reverts?|bleiben|bleibt)(?: (?:on|with|in|to|at|bei))? ${TO}`,
].map((form) => new RegExp(form, 'u'));
/** Words without which no form fits, so that most decisions are read no further. */
const CHANGE_WORD =
  /\b(?:mov|switch|migrat|chang|replac|swap|lea?ve|left|drop|abandon|ditch|remov|retire|rid of|phase|stop|no longer|instead|rather|gone|out,|stay|remain|ke[ep]|back|return|revert|wechsel|migrier|umsteig|stellen|ersetz|bleib)/iu;
/** Words of a sentence that decides nothing now, or tells what happens again and again. */
const UNDECIDED =
  /\b(?:not|never|against|cannot|nobody|nothing|if|wenn|falls|whether|unless|should|could|might|may|would|perhaps|maybe|vielleicht|propos\w*|consider\w*|reject\w*|discard\w*|plan\w*|alternative|tried|tries|draft|idea|discuss\w*|suggest\w*|joke\w*|wants?|like to|hope\w*|too \w+|rolled back|no longer (?:plan|want|intend|consider|need)|without|nicht|nie|kein\w*|soll\w*|könnte\w*|each|every|nightly|daily|hourly|weekly|monthly|job|tests?|example|docs|demo|locally|branch)\b|n['’]t\b|["“”«»„]|\?\s*$/iu;
const UNDECIDED_RECORD =
  /\bstatus\W{0,6}(?:proposed|draft|rejected|deferred|withdrawn)|^\W*(?:proposal|draft|idea|rfc)\b/imu;
const MARKER = /^(?:(?:final )?(?:decision|decided|agreed|resolution|update|adr|rfc)\b[^:.]{0,24}[:.] *)+/iu;
/** Words before the verb beside a subject. */
const BESIDE_SUBJECT =
  /\b(?:we|i|us|let's|wir|all|have|has|had|will|now|also|decided|agreed|chose|going|are|is|be|was|were|to|the team|and|then|therefore|so|finally|after all|from now on|from today|as of \S+|today|since \S+)\b|[,:]/giu;
const READ_CHARS_MAX = 2_000;
const SENTENCE_CHARS_MAX = 400;
const CHOICE_CHARS_MAX = 300;
/** Words that name no thing that a decision is about. */
const plainWords = new Set([
  ...topicWords(
    'use using used uses choose chosen chose pick picked adopt decide decided decision keep kept run runs move moved switch switched replace replaced new record adr all now today agreed after standardise standardize migrate migrated change changed drop dropped remove removed left favour favor status accepted longer instead rather than team service back',
  ),
  ...topicWords('wir von zu auf nach durch wechseln migrieren umsteigen stellen ersetzen nutzen bleiben'),
]);

/**
 * Whether a later decision leaves what an earlier one chose, as "Move from Puppeteer to Typst for PDFs" leaves "Render PDFs with
 * Puppeteer". Flows of data, plans and changes of others leave nothing. `asked` are the words of the question: a decision that
 * leaves out a thing of the question that the earlier one is about changes only another part of it.
 */
export function leavesChoice(later: Decision, earlier: Decision, asked: ReadonlySet<string>): boolean {
  const choice = `${earlier.title}. ${earlier.content.slice(0, CHOICE_CHARS_MAX)}`;
  const chosen = topicWords(choice);
  const changes = changesIn(later).filter((change) => change.from.size === 0 || isWithin(change.from, chosen));
  if (changes.length === 0) return false;
  const about = topicWords(`${earlier.title}. ${earlier.content.slice(0, READ_CHARS_MAX)}`);
  const said = topicWords(textOf(later));
  return changes.some((change) => {
    if (!isAboutChoice(change, { chosen, about, choice }) && !takesBack(change, earlier)) return false;
    const own = [...change.about];
    if (own.length === 0) return true;
    const [shared, left] = [true, false].map((isSaid) =>
      [...asked].filter(
        (word) => about.has(word) && said.has(word) === isSaid && !change.from.has(word) && !plainWords.has(word),
      ),
    );
    return own.some((word) => about.has(word)) && left!.length <= shared!.length;
  });
}

interface Choice {
  readonly chosen: ReadonlySet<string>;
  readonly about: ReadonlySet<string>;
  readonly choice: string;
}

function isAboutChoice({ from, to, subject }: Change, { chosen, about, choice }: Choice): boolean {
  if (from.size === 0 || !isWithin(from, chosen) || (to.size > 0 && isWithin(to, chosen))) return false;
  return isWithin(subject, about) && !refusedIn(choice, from);
}

const NOT_CHOSEN =
  /\b(?:not|no|over|than|of|from|against|without|replac\p{Ll}*|drop\p{Ll}*|lea?v\p{Ll}*|von|statt)\s+(?:the\s+)?([\p{L}\p{N}_./@+#-]{1,40})/giu;
/** Whether a choice names a thing only as what it leaves or refuses: `Postgres, not Kafka`. */
const refusedIn = (choice: string, from: ReadonlySet<string>): boolean =>
  [...choice.matchAll(NOT_CHOSEN)].some(([, name]) => isWithin(topicWords(name!), from) && topicWords(name!).size > 0);

/** Whether a change returns to what an earlier decision left. */
const takesBack = ({ to, subject }: Change, earlier: Decision): boolean =>
  to.size > 0 &&
  changesIn(earlier).some(({ from, about }) => from.size > 0 && isWithin(from, to) && isWithin(subject, about));

const textOf = ({ title, content }: Decision): string =>
  content.startsWith(title.replace(/(?:…|\.{3})$/u, ''))
    ? content.slice(0, READ_CHARS_MAX)
    : `${title}.\n${content.slice(0, READ_CHARS_MAX)}`;

const changesByDecision = new WeakMap<Decision, readonly Change[]>();

function changesIn(decision: Decision): readonly Change[] {
  const known = changesByDecision.get(decision) ?? readChanges(decision);
  changesByDecision.set(decision, known);
  return known;
}

function readChanges(decision: Decision): Change[] {
  const text = textOf(decision);
  if (!CHANGE_WORD.test(text) || UNDECIDED_RECORD.test(text)) return [];
  return sentencesOf(text).flatMap(({ text: sentence }) => changesInSentence(sentence));
}

function changesInSentence(whole: string): Change[] {
  if (whole.length > SENTENCE_CHARS_MAX || !CHANGE_WORD.test(whole) || UNDECIDED.test(whole)) return [];
  const said = whole.replace(MARKER, '').trim();
  // The capital of the first word is no part of a form.
  const sentence = said.charAt(0).toLowerCase() + said.slice(1);
  return [
    ...[...changeForms, ...returnForms].flatMap((form) => changeOf(form.exec(sentence), sentence, subjectBefore)),
    ...endForms.flatMap((form) => changeOf(form.exec(said), said, () => '')),
  ];
}

const subjectBefore = (before: string): string =>
  before
    .split(/[;:]\s/)
    .at(-1)!
    .replace(BESIDE_SUBJECT, ' ');

function changeOf(found: RegExpExecArray | null, sentence: string, subjectOf: (before: string) => string): Change[] {
  if (!found) return [];
  const { from = '', to = '', object = '' } = found.groups!;
  const named = topicWords(`${from} ${to}`);
  const without = (words: ReadonlySet<string>) =>
    new Set([...words].filter((word) => !named.has(word) && !plainWords.has(word)));
  const subject = `${subjectOf(sentence.slice(0, found.index))} ${object}`;
  return [
    {
      from: topicWords(from),
      to: topicWords(to),
      subject: without(topicWords(subject)),
      about: without(topicWords(sentence)),
    },
  ];
}

const isWithin = (words: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...words].every((word) => others.has(word));
