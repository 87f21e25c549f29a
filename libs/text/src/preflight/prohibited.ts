import { environmentsIn, isVerb } from './lexicon.ts';
import { SPAN_PLACEHOLDER } from './spoken-commands.ts';

/** A clause whose commands, paths and names are hidden. */
export interface ClauseText {
  readonly text: string;
  /** Hidden texts, by position. */
  readonly code: readonly string[];
  /** Positions in `code` of commands that stand without code marks. */
  readonly spoken: ReadonlySet<number>;
}

/** How far a clause prohibits a name: for certain, in part (for a purpose, or as a means), or not. */
type Reach = 'whole' | 'part' | 'none';

interface Prohibition {
  /** The part of the clause that names the forbidden thing. */
  readonly part: string;
  /** The words before the prohibition. */
  readonly subject: string;
}

interface Prohibited {
  readonly names: readonly string[];
  readonly isConditional: boolean;
}

const FILLER =
  '(?:(?:the|a|an|any|plain|bare|raw|our|your|direct|ever|directly|again|just|simply|be|to|do|or|nor|and)\\s+){0,4}';
const RUNNING = '(?:(?:use|run|call|execute|invoke|start|type|touch)(?:s|d|ning|ing)?\\s+)?';
const PROHIBITION =
  "(?:\\b(?:never|not|no|cannot|avoid|nobody|no one|instead of|rather than|from|stop|without)|n't)\\s+";
/** Words between a prohibition and its object: `never run X`, `do not ever use the X`. */
const OBJECT_OF = new RegExp(`${PROHIBITION}${FILLER}${RUNNING}${FILLER}$`, 'iu');
/** `never upgrade X`. The verb must be a known one, since `do not trust X` forbids no use of X. */
const OBJECT_OF_VERB = new RegExp(`${PROHIBITION}${FILLER}([a-z-]+)\\s+${FILLER}$`, 'iu');
/** A member of a list, which is prohibited as far as the name before it. */
const BEHIND_MEMBER = /\u0001\s*(?:,|\/|,?\s*(?:or|and|nor))\s*(?:the\s+)?$/iu;
const BEHIND_MEANS = new RegExp(`\\b(?:with|by|via|through|from)\\s+${FILLER}$`, 'iu');
/** `X is forbidden`, `X from a laptop is not allowed`; no `X is not the place for it`. */
const PASSIVE_BEHIND =
  /^(?:\s*(?:,|\/|or|and|nor){1,2}\s*\u0001\d+\u0001){0,8}(?:\s+(?:from|on|in|at|against|without)(?:\s+[\w-]+){1,3})?\s+(?:is|are|may|must|should|can|stays?|remains?)\s*(?:not|never|forbidden|banned|prohibited|disallowed|off)\b(?!\s+(?:the|a|an)\b)/i;
/** Words before a name that is wanted or is only a time: `forget to run X`, `before X passes`. */
const OTHER_ACT = new RegExp(
  `\\b(?:(?:forget|hesitate|neglect|fail)(?:\\s+to)?|before|after|until)\\s+${RUNNING}${FILLER}$`,
  'iu',
);
/** Words before a command that is wanted. Before the name of a thing, such as a check, they forbid what turns it off. */
const OMITTED = new RegExp(`\\b(?:omit|skip|bypass|miss)\\s+${RUNNING}${FILLER}$`, 'iu');
const MODAL = '(?:(?:must|should|may|can|will|shall|do|does|did|is|are|be|please|also|even|then|[a-z]+ly)\\s+){0,3}';
/** A subject that is no person, such as `the API` or `the build`. What it never does may be no rule for people. */
const OTHER_SUBJECT = new RegExp(
  `(?<![\\w\u0001-])(?!(?:please|i|we|you|they|who|one|it|and|but|so|or|also|always|rule|note|important|agents?|assistants?|claude|codex|bots?|developers?|engineers?|contributors?|humans?|people|everyone|team|members?|that|this|decision|decided|must|should|may|can|will|shall|do|does|did|is|are|be|even|then|use|[a-z]+ly)\\s)[a-z][\\w-]*\\s+${MODAL}$`,
  'iu',
);
const PLACE_IN_FRONT = /^\s*(?:in|on|at|for|from|during|with|within|inside|under|when|if|as|by)\b/i;
/** `pytest, python and tox are never started`: a list whose first name begins the clause. */
const PASSIVE_LIST_BEHIND =
  /^,[^;:]{1,60}?\s(?:is|are|may|must|should|can)\s+(?:not|never|forbidden|banned|prohibited|disallowed|off)\b(?!\s+(?:the|a|an)\b)/i;
/** The purpose behind a name, of which an act may show nothing: `for local development`. */
const PURPOSE = /^\s*for\s+((?:[\w-]+\s*){1,2})/i;
const SERVED_ENVIRONMENTS: readonly string[] = ['production', 'staging'];

/** Characters beside a name that are read, so that a sentence of many names takes no more time for each. */
const BESIDE_CHARS = 80;

/**
 * Finds the names that a part of a clause prohibits. A command without code marks counts only as the object of the
 * prohibition, since `never store secrets in git` does not forbid git.
 */
export function prohibitedIn({ text, code, spoken }: ClauseText, { part, subject }: Prohibition): Prohibited {
  const isToPeople = !OTHER_SUBJECT.test(subject.slice(-BESIDE_CHARS)) || PLACE_IN_FRONT.test(subject);
  const from = text.indexOf(part);
  const reaches: Reach[] = [];
  const names: string[] = [];
  for (const match of part.matchAll(SPAN_PLACEHOLDER)) {
    const [at, begin] = [Number(match[1]), from + match.index];
    const end = begin + match[0].length;
    const [before, behind] = [
      text.slice(Math.max(0, begin - BESIDE_CHARS), begin),
      text.slice(end, end + BESIDE_CHARS),
    ];
    const name = code[at]!.trim();
    const reach = reachOf({ before, behind, name, isSpoken: spoken.has(at), isToPeople, previous: reaches.at(-1) });
    reaches.push(reach);
    if (reach !== 'none' && name.length > 1) names.push(name);
  }
  return { names, isConditional: reaches.includes('part') };
}

interface Named {
  readonly before: string;
  readonly behind: string;
  readonly name: string;
  readonly isSpoken: boolean;
  readonly isToPeople: boolean;
  /** The reach to the name before this one in the clause. */
  readonly previous: Reach | undefined;
}

function reachOf(named: Named): Reach {
  const { before, behind, name, isSpoken } = named;
  if (OTHER_ACT.test(before) || (name.includes(' ') && OMITTED.test(before))) return 'none';
  const reach = isSpoken ? reachOfSpoken(named) : 'whole';
  return reach === 'whole' && isForPurpose(behind) ? 'part' : reach;
}

function reachOfSpoken({ before, behind, name, isToPeople, previous }: Named): Reach {
  const isSubject = PASSIVE_BEHIND.test(behind) || (before.trim() === '' && PASSIVE_LIST_BEHIND.test(behind));
  if (isSubject) return 'whole';
  if (previous !== undefined && BEHIND_MEMBER.test(before)) return previous;
  if (BEHIND_MEANS.test(before) && !/\bfrom\s+\w+ing\s+/i.test(before)) return name.includes(' ') ? 'part' : 'none';
  const isObject = OBJECT_OF.test(before) || isVerb(OBJECT_OF_VERB.exec(before)?.[1] ?? '');
  if (!isObject) return 'none';
  return isToPeople ? 'whole' : 'part';
}

/** Whether a purpose stands behind a name. An environment that serves is a place, which an act may show. */
function isForPurpose(behind: string): boolean {
  const [, what] = PURPOSE.exec(behind) ?? [];
  const environments = environmentsIn(what ?? '');
  return environments.length > 0 && !environments.some((one) => SERVED_ENVIRONMENTS.includes(one));
}
