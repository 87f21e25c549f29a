import type { EntityType, Evidence, Mention, Statement } from '@cairn/contracts';
import { headings, phrases, type Kind, type Looks, type Phrase } from './phrases.ts';
import { readNames, type Names } from './read-names.ts';

/** Changes with every change of the rules, so that what was read by other rules is read anew. */
export const EXTRACTOR_VERSION = 2;

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
/** Reading who hands what to whom takes time that grows with the cube of a sentence's length; nobody needs more words for it. */
const PASSING_MAX = 400;
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
  !/^(?:if|unless|suppose|supposing|assuming|imagine|when|whether|should|had)\b/iu.test(sentence) &&
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
  const clauses = passedOn(sentence) ?? lyingWith(sentence) ?? headed(sentence) ?? spoken(sentence);
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

interface Passing {
  /** With the groups `what`, `before` and `after`. */
  readonly pattern: RegExp;
  readonly type: 'owns' | 'member_of' | 'replaces';
}

const passings: readonly Passing[] = [
  {
    pattern:
      /^Ownership of (?<what>.+?) (?:(?:was|has been|is) )?(?:handed over|transferred|moved|passed|went) from (?<before>.+?) to (?<after>.+)$/iu,
    type: 'owns',
  },
  {
    pattern:
      /^(?<what>.+?) (?:was|were|has been|have been) (?:handed over|handed|passed on|passed|transferred) from (?<before>.+?) to (?<after>.+)$/iu,
    type: 'owns',
  },
  {
    pattern:
      /^(?<before>.+?) (?:has |have )?(?:handed|passed|transferred|gave) (?<what>.+?) (?:(?:over|on) )?to (?<after>.+)$/iu,
    type: 'owns',
  },
  {
    pattern: /^(?<after>.+?) (?:has taken|have taken|took|takes?) over (?<what>.+?) from (?<before>.+)$/iu,
    type: 'owns',
  },
  {
    pattern:
      /^(?<what>.+?) (?:has |have )?(?:moved|switched|transferred|changed) from (?<before>.+? team) to (?<after>.+? team)(?<rest>.*)$/iu,
    type: 'member_of',
  },
  {
    pattern: /^(?<what>.+?) (?:has |have )?(?:replaced|swapped) (?<before>.+?) (?:with|by|for) (?<after>.+)$/iu,
    type: 'replaces',
  },
];

/** Something that goes from one to another: ownership, membership, or the place of a thing. */
function passedOn(sentence: string): Clause[] | undefined {
  if (sentence.length > PASSING_MAX) return undefined;
  const { body } = withoutLead(sentence);
  for (const { pattern, type } of passings) {
    const { what = '', before = '', after = '', rest = '' } = pattern.exec(body)?.groups ?? {};
    const [thing, former, next] = [readNames(what), readNames(before), readNames(after)];
    const isWhole = [thing, former].every(({ mentions, rest: left }) => mentions.length > 0 && isEnd(left));
    if (!isWhole || next.mentions.length === 0 || !isEndOfNames(next.rest + rest)) continue;
    return passing(type, { thing, former, next });
  }
  return undefined;
}

function passing(
  type: Passing['type'],
  { thing, former, next }: { readonly thing: Names; readonly former: Names; readonly next: Names },
): Clause[] {
  const shared = { type, repository: next.repository ?? thing.repository, rest: '' };
  if (type === 'replaces') return [{ ...shared, from: typed(next, 'part'), to: typed(former, 'part'), says: 'holds' }];
  const ends = (names: Names) =>
    type === 'owns'
      ? { from: typed(names, 'owner'), to: typed(thing, 'owned') }
      : { from: typed(thing, 'member'), to: typed(names, 'team') };
  return [
    { ...shared, ...ends(former), says: 'ends' },
    { ...shared, ...ends(next), says: 'holds' },
  ];
}

/** `Responsibility for X lies with A`. */
function lyingWith(sentence: string): Clause[] | undefined {
  if (sentence.length > PASSING_MAX) return undefined;
  const { body } = withoutLead(sentence);
  const found =
    /^(?:the )?(?:ownership of|responsibility for|accountability for) (.+?) (?:lies|rests|sits|is) with (.+)$/iu.exec(
      body,
    );
  const [what, who] = [readNames(found?.[1] ?? ''), readNames(found?.[2] ?? '')];
  if (what.mentions.length === 0 || what.rest !== '' || who.mentions.length === 0 || !isEndOfNames(who.rest))
    return undefined;
  const ends = { from: typed(who, 'owner'), to: typed(what, 'owned') };
  return [{ ...ends, type: 'owns', says: 'holds', repository: what.repository ?? who.repository, rest: who.rest }];
}

/** `Members of X (whatever): A, B and C`, `Who owns X in R: A`, `The former owner of X was A`. */
function headed(sentence: string): Clause[] | undefined {
  for (const { words, type, from } of headings) {
    const [whole, isFormer] =
      new RegExp(`^(?:the )?(?:current )?(former |previous )?(?:${words}) `, 'iu').exec(sentence) ?? [];
    if (whole === undefined) continue;
    const head = readNames(sentence.slice(whole.length));
    const [, listed] = /^(?:(?: \(.*\))?:| is| are| was| were) (.*)$/u.exec(head.rest) ?? [];
    if (head.mentions.length !== 1 || listed === undefined) return undefined;
    const list = readNames(listed);
    if (!isEnd(list.rest)) return undefined;
    const [left, right] = from === 'list' ? [list, head] : [head, list];
    const [leftRole, rightRole] = rolesOf(type);
    const repository = head.repository ?? list.repository;
    const ends = { from: typed(left, leftRole), to: typed(right, rightRole) };
    return [{ ...ends, type, says: isFormer === undefined ? 'holds' : 'ends', repository, rest: list.rest }];
  }
  return undefined;
}

const isEnd = (rest: string) => /^[.!;]?\s*$/u.test(rest);

const openings =
  /^(?:(?:we|they|the team|everybody|all) (?:have )?(?:agreed|decided|confirmed|noted|know) that |note that |remember that |fyi,? |as of [^,]{1,40}, |today,? |since [^,]{1,40}, |(?:from|since|until) \d{4}-\d{2}-\d{2},? (?:on,? )?|(?:currently|now|so|also|but|and|however),? |changes to |both |the (?:source(?: code)?|code|sources) (?:of|for) )/iu;

/** The sentence without what leads up to it, and the repository that the lead names. */
function withoutLead(sentence: string): { body: string; repository: string | undefined } {
  const [lead = '', named] = /^(?:[^:@/]{0,40} )?in ([\w.-]+\/[\w.-]+)(?:, |: )/iu.exec(sentence) ?? [];
  let body = sentence.slice(lead.length);
  for (let found = openings.exec(body); found; found = openings.exec(body)) body = body.slice(found[0].length);
  return { body, repository: named };
}

const negation = "(?<not>(?:does|do|did|has|have|had)(?: not|n['’]t) |not |never )?";
const adverb =
  '(?:(?:also|now|currently|still|already|mainly|both|jointly|directly|fully|actively|primarily|solely|officially|partly|largely|heavily|internally|always|then) )?';
const ending = '(?<ends>no longer |used to |formerly |previously )?';
const matchers = phrases.map((phrase) => {
  const words = phrase.words.replaceAll('NOT', `(?:not |never )?(?:no longer )?${adverb}`).replaceAll('ADVERB', adverb);
  return { phrase, pattern: new RegExp(`^ ${ending}${negation}${adverb}(?<verb>${words}) ${adverb}`, 'iu') };
});

const CLAUSES_MAX = 4;

/** Names, a verb phrase, names, and further verb phrases of the same names. Whatever stands before the first names makes it no such sentence. */
function spoken(sentence: string): Clause[] {
  const { body, repository } = withoutLead(sentence);
  const left = readNames(body);
  const bare = left.mentions.length > 0 ? left : bareWord(body, repository);
  const clauses: Clause[] = [];
  for (let rest: string | undefined = bare.rest; rest !== undefined && clauses.length < CLAUSES_MAX;) {
    const clause: Clause | undefined =
      bare.mentions.length === 0 ? undefined : clauseFrom({ ...bare, rest }, repository);
    if (clause) clauses.push(clause);
    rest = clause && /^,? and( .*)$/su.exec(clause.rest)?.[1];
  }
  return clauses;
}

function clauseFrom(left: Names, repository: string | undefined): Clause | undefined {
  for (const { phrase, pattern } of matchers) {
    const found = pattern.exec(left.rest);
    if (!found) continue;
    const after = left.rest.slice(found[0].length);
    const named = readNames(after);
    const right = named.mentions.length > 0 ? named : bareWord(after, repository);
    if (right.mentions.length === 0 || !isEndOfNames(right.rest) || !fits(phrase, left, right)) continue;
    return phrase.isUnclear ? undefined : clauseOf(phrase, { left, right, found, repository });
  }
  return undefined;
}

/** A noun behind a name makes another thing of it: `uses Postgres syntax`. */
const isEndOfNames = (rest: string): boolean =>
  /^(?:[^\p{L}\p{N}\s]|$|\s+(?:[^\p{L}\p{N}\s]|\d|(?:and|or|but|since|from|until|till|for|because|which|who|that|in|on|at|with|without|to|as|so|while|when|where|after|before|by|now|again|too|also|any|anymore|instead|together|directly|today|via|through|under|if|is|are|was|has|have|and|then|of|over|only|both|internally|rather|not|inside|within|during|per)\b))/iu.test(
    rest,
  );

const looks: Readonly<Record<Looks, (mention: Mention) => boolean>> = {
  thing: ({ name, type }) => !['unknown', 'team', 'person'].includes(type) || /[^\p{L} @.]/u.test(name),
  team: ({ type }) => type === 'team',
  someone: ({ name, type }) => type === 'unknown' && (/^\p{Lu}[\p{L}'’.-]*(?: |$)/u.test(name) || isHandle(name)),
  handle: ({ name }) => isHandle(name),
  place: ({ name, type }) => type === 'path' || /[/*]|\.\w{1,5}$/u.test(name),
};

const isHandle = (name: string) => /^@[^/]+$/u.test(name);

const fits = ({ where }: Phrase, left: Names, right: Names): boolean =>
  (where?.left === undefined || left.mentions.every(looks[where.left])) &&
  (where?.right === undefined || right.mentions.every(looks[where.right]));

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
  return { from, to, type: phrase.type, says: saysOf(phrase, found, right.rest), repository: named, rest: right.rest };
}

function saysOf({ says }: Phrase, found: RegExpExecArray, rest: string): Statement['says'] {
  if (says !== undefined) return says;
  if (found.groups?.['ends'] !== undefined || /no longer /iu.test(found[0])) return 'ends';
  const isWithout = / without /u.test(found[0]);
  const isDenied = !isWithout && /(?:\bnot|n['’]t|\bnever) /iu.test(found[0]);
  if (isDenied && /^ (?:any ?more|any longer)\b/iu.test(rest)) return 'ends';
  return isDenied ? 'denies' : 'holds';
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
