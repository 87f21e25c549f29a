import type { EntityType, Evidence, Mention, Statement } from '@cairn/contracts';
import { headings, phrases, type Kind, type Phrase } from './phrases.ts';
import { readNames, type Names } from './read-names.ts';

/** Changes with every change of the rules, so that what was read by other rules is read anew. */
export const EXTRACTOR_VERSION = 1;

export interface ExtractedText {
  readonly content: string;
  readonly evidence: Evidence;
  /** Epoch ms; 0 is unknown. */
  readonly saidAt: number;
  /** Where paths stand when the sentence does not say. */
  readonly repository?: string;
}

const CONTENT_MAX = 20_000;
const SENTENCES_MAX = 200;
const SENTENCE_MAX = 2000;
/** A sentence is less sure than a file or a declaration. */
const CONFIDENCE = 0.8;

/** What plain English sentences say about owning, belonging, leading, depending, using, deciding, replacing and places. */
export function extractStatements(text: ExtractedText): Statement[] {
  return sentencesOf(text.content.slice(0, CONTENT_MAX))
    .slice(0, SENTENCES_MAX)
    .filter((sentence) => sentence.length <= SENTENCE_MAX && isSaid(sentence))
    .flatMap((sentence) => readSentence(sentence.trim(), text));
}

/** Sentences and lines; what stands in brackets belongs to the sentence around it. */
function sentencesOf(content: string): string[] {
  const sentences: string[] = [];
  let open = 0;
  for (const piece of content.split(/(?<=[.!?])\s+|\n+/u)) {
    if (open > 0) sentences.push(`${sentences.pop() ?? ''} ${piece}`);
    else sentences.push(piece);
    open = Math.max(0, open + piece.split('(').length - piece.split(')').length);
  }
  return sentences;
}

/** Neither asked, wished, guessed nor put as a condition. */
const isSaid = (sentence: string) =>
  !/\?\s*$/u.test(sentence) &&
  !/^(?:if|unless|suppose|imagine|when|whether|should)\b/iu.test(sentence) &&
  !/\b(?:might|may|could|should|would|maybe|perhaps|probably|possibly|supposedly|plans? to|wants? to|will)\b/iu.test(
    sentence.replace(/\bwill not (?=work|run|start|build)| \([^()]*\)/gu, ''),
  );

interface Clause {
  readonly from: readonly Mention[];
  readonly type: string;
  readonly to: readonly Mention[];
  readonly says: Statement['says'];
  readonly repository: string | undefined;
  readonly rest: string;
}

function readSentence(sentence: string, text: ExtractedText): Statement[] {
  const clauses = handedOver(sentence) ?? headed(sentence) ?? spoken(sentence);
  return clauses.flatMap((clause) => statementsOf(clause, sentence, text));
}

function statementsOf(clause: Clause, sentence: string, text: ExtractedText): Statement[] {
  const repository = clause.repository ?? text.repository;
  const mark = (mention: Mention): Mention =>
    mention.type === 'path' && repository !== undefined ? { ...mention, repository } : mention;
  const { evidence, saidAt } = text;
  const said = { type: clause.type, says: clause.says, confidence: CONFIDENCE, saidAt, evidence, ...datesIn(sentence) };
  return clause.from.flatMap((from) => clause.to.map((to) => ({ from: mark(from), to: mark(to), ...said })));
}

function datesIn(sentence: string): { validFrom?: number; validTo?: number } {
  const since = dateAfter(/\b(?:since|from|as of) (\d{4}-\d{2}-\d{2})\b/u, sentence);
  const until = dateAfter(/\b(?:until|till) (\d{4}-\d{2}-\d{2})\b/u, sentence);
  return { ...(since === undefined ? {} : { validFrom: since }), ...(until === undefined ? {} : { validTo: until }) };
}

function dateAfter(pattern: RegExp, sentence: string): number | undefined {
  const time = Date.parse(pattern.exec(sentence)?.[1] ?? '');
  return Number.isNaN(time) ? undefined : time;
}

const passes = [
  /^Ownership of (.+?) (?:(?:was|has been|is) )?(?:handed over|transferred|moved|passed|went) from (.+)$/iu,
  /^(.+?) (?:was|were|has been|have been) handed over from (.+)$/iu,
];

/** `X was handed over from A to B`, `Ownership of X moved from A to B`: one ends, the other begins. */
function handedOver(sentence: string): Clause[] | undefined {
  const [, what = '', who = ''] = passes.map((pattern) => pattern.exec(sentence)).find((found) => found) ?? [];
  const to = readNames(what);
  const before = readNames(who);
  if (to.rest !== '' || before.mentions.length === 0 || !before.rest.startsWith(' to ')) return undefined;
  const after = readNames(before.rest.slice(' to '.length));
  const shared = { type: 'owns', to: typed(to, 'owned'), repository: after.repository ?? to.repository, rest: '' };
  return [
    { ...shared, from: typed(before, 'owner'), says: 'ends' },
    { ...shared, from: typed(after, 'owner'), says: 'holds' },
  ];
}

/** `Members of X (whatever): A, B and C`, `Who owns X in R: A`. */
function headed(sentence: string): Clause[] | undefined {
  for (const { words, type, from } of headings) {
    const [whole] = new RegExp(`^(?:${words}) `, 'iu').exec(sentence) ?? [];
    if (whole === undefined) continue;
    const head = readNames(sentence.slice(whole.length));
    const [, listed] = /^(?: \(.*\))?: (.*)$/u.exec(head.rest) ?? [];
    if (head.mentions.length !== 1 || listed === undefined) return undefined;
    const list = readNames(listed);
    if (!isEnd(list.rest)) return undefined;
    const [left, right] = from === 'list' ? [list, head] : [head, list];
    const [leftRole, rightRole] = rolesOf(type);
    const repository = head.repository ?? list.repository;
    const ends = { from: typed(left, leftRole), to: typed(right, rightRole) };
    return [{ ...ends, type, says: 'holds', repository, rest: list.rest }];
  }
  return undefined;
}

const isEnd = (rest: string) => /^[.!;]?\s*$/u.test(rest);

const openings =
  /^(?:(?:we|they|the team|everybody|all) (?:have )?(?:agreed|decided|confirmed|noted|know) that |note that |remember that |fyi,? |as of [^,]{1,40}, |today,? |since [^,]{1,40}, |(?:currently|now|so|also|but|and|however),? |changes to )/iu;

/** The sentence without what leads up to it, and the repository that the lead names. */
function withoutLead(sentence: string): { body: string; repository: string | undefined } {
  const [lead = '', named] = /^(?:[^:@/]{0,40} )?in ([\w.-]+\/[\w.-]+)(?:, |: )/iu.exec(sentence) ?? [];
  let body = sentence.slice(lead.length);
  for (let found = openings.exec(body); found; found = openings.exec(body)) body = body.slice(found[0].length);
  return { body, repository: named };
}

const negation = "(?<not>(?:does|do|did|has|have|had)(?: not|n['’]t) |not |never )?";
const adverb = '(?:(?:also|now|currently|still|already|mainly|both|jointly|directly|fully) )?';
const ending = '(?<ends>no longer |used to |formerly |previously )?';
const matchers = phrases.map((phrase) => {
  const words = phrase.words.replaceAll('NOT', `(?:not |never )?(?:no longer )?`);
  return { phrase, pattern: new RegExp(`^ ${ending}${negation}${adverb}(?<verb>${words}) ${adverb}`, 'iu') };
});

/** Names, a verb phrase, names. Whatever stands before the first names makes it no such sentence. */
function spoken(sentence: string): Clause[] {
  const { body, repository } = withoutLead(sentence);
  const left = readNames(body);
  const bare = left.mentions.length > 0 ? left : bareWord(body, repository);
  if (bare.mentions.length === 0) return [];
  for (const { phrase, pattern } of matchers) {
    const found = pattern.exec(bare.rest);
    if (!found) continue;
    const after = bare.rest.slice(found[0].length);
    const named = readNames(after);
    const right = named.mentions.length > 0 ? named : bareWord(after, repository);
    if (right.mentions.length > 0) return [clauseOf(phrase, { left: bare, right, found, repository })];
  }
  return [];
}

/** A plain word is a name only where the sentence speaks of a repository, whose packages have such names. */
function bareWord(text: string, repository: string | undefined): Names {
  const word = repository === undefined ? undefined : /^[a-z][a-z0-9]+(?=[ .]|$)/u.exec(text)?.[0];
  const mentions: Mention[] = word === undefined ? [] : [{ type: 'unknown', name: word }];
  return { mentions, repository: undefined, rest: text.slice(word?.length ?? 0) };
}

interface Found {
  readonly left: Names;
  readonly right: Names;
  readonly found: RegExpExecArray;
  readonly repository: string | undefined;
}

function clauseOf(phrase: Phrase, { left, right, found, repository }: Found): Clause {
  const [fromRole, toRole] = rolesOf(phrase.type);
  const [leftRole, rightRole] = phrase.from === 'left' ? [fromRole, toRole] : [toRole, fromRole];
  const before = typed(left, phrase.left ?? leftRole);
  const after = typed(right, phrase.right ?? rightRole);
  const [from, to] = phrase.from === 'left' ? [before, after] : [after, before];
  const named = left.repository ?? right.repository ?? repository;
  return { from, to, type: phrase.type, says: saysOf(phrase, found), repository: named, rest: right.rest };
}

function saysOf({ says }: Phrase, found: RegExpExecArray): Statement['says'] {
  if (says !== undefined || found.groups?.['ends'] !== undefined || /no longer /iu.test(found[0])) return 'ends';
  const isWithout = / without /u.test(found[0]);
  return !isWithout && /(?:\bnot|n['’]t|\bnever) /iu.test(found[0]) ? 'denies' : 'holds';
}

type Role = Kind | 'owner' | 'owned' | 'part' | 'any';

const roles: Readonly<Record<string, readonly [Role, Role]>> = {
  depends_on: ['part', 'part'],
  uses: ['part', 'part'],
  replaces: ['part', 'part'],
  located_in: ['part', 'path'],
  member_of: ['member', 'team'],
  part_of: ['any', 'any'],
  decided: ['owner', 'any'],
};

const rolesOf = (type: string): readonly [Role, Role] => roles[type] ?? ['owner', 'owned'];

const typed = ({ mentions }: Names, role: Role): Mention[] =>
  mentions.map((mention) => (mention.type === 'unknown' ? { ...mention, type: typeIn(role, mention.name) } : mention));

function typeIn(role: Role, name: string): EntityType {
  if (role === 'team' || role === 'repository' || role === 'path') return role;
  if (role === 'owner' || role === 'member')
    return name.includes('/') ? 'team' : name.startsWith('@') ? 'person' : 'unknown';
  if (/^[/*]|\*/u.test(name)) return 'path';
  if (/^@[^/]+\/[^/]+$/u.test(name) && role !== 'any') return 'package';
  return role === 'owned' && /[/]|\.\w{1,5}$/u.test(name) && !name.startsWith('@') ? 'path' : 'unknown';
}
