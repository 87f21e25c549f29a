import { isVerb } from './lexicon.ts';
import { SPAN_PLACEHOLDER } from './spoken-commands.ts';

/** A clause whose commands, paths and names are hidden. */
export interface ClauseText {
  readonly text: string;
  /** Hidden texts, by position. */
  readonly code: readonly string[];
  /** Positions in `code` of commands that stood without code marks. */
  readonly spoken: ReadonlySet<number>;
}

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

/** A purpose, which an act does not show: `for local development`. */
const PURPOSE = /^\s*\bfor\s+(?!(?:now|any|all|good|ever)\b)\w/i;
const BEHIND_A = '(?:(?:the|a|an|any|plain|bare|raw|our|your)\\s+)*';
/** Words before a name that the prohibition is not about: `forget to run X`, `skip X`, `before X passes`. */
const OTHER_ACT = new RegExp(
  `\\b(?:(?:forget|hesitate|neglect|fail|omit|skip|bypass|miss)(?:\\s+to)?|before|after|until|without)(?:\\s+(?:run|running|use|using|call|calling))?\\s+${BEHIND_A}$`,
  'iu',
);
/** Words before a command without code marks that make it the object of a prohibition: `never use X`, `not X or Y`. */
const OBJECT_OF = new RegExp(
  `\\b(?:never|not|no|n't|avoid|or|nor|and|(?:use|run|call|execute|invoke)(?:d|ning|ing)?|instead of|rather than)\\s+${BEHIND_A}$`,
  'iu',
);
/** `never edit X`. The verb must be a known one, since `do not trust X` does not forbid X. */
const VERB_BEFORE = new RegExp(`\\b(?:never|not|n't|or)\\s+([a-z-]+)\\s+${BEHIND_A}$`, 'iu');
const NOBODY_RUNS = new RegExp(`\\b(?:nobody|no one)\\b.*\\b(?:uses|runs|calls)\\s+${BEHIND_A}$`, 'iu');
const BY_MEANS_OF = new RegExp(`\\b(?:with|by|via|through)\\s+${BEHIND_A}$`, 'iu');
const PASSIVE_BEHIND =
  /^\s*(?:is|are|may|must|should|can)\s*(?:not|never|forbidden|banned|prohibited|disallowed|off)\b(?!\s+(?:the|a|an)\b)/i;
const ACTING_SUBJECT =
  /^(?:(?:please|we|you|agents?|developers?|engineers?|people|everyone|they|and|but|so|then|also|that|nothing|nobody|no one|may|be|must|should|in|\S+,)\s*)*$/i;

/** Characters before a name that are read, so that a sentence of many names takes no more time for each. */
const WORDS_BEFORE_CHARS = 80;

/**
 * Finds the names that a part of a clause prohibits. A command without code marks counts only as the object of the
 * prohibition, since `never store secrets in git` does not forbid git. What a thing never does (`the build never runs X`)
 * may be no rule for people, so it is conditional.
 */
export function prohibitedIn({ text, code, spoken }: ClauseText, { part, subject }: Prohibition): Prohibited {
  const isImperative = ACTING_SUBJECT.test(subject.trimStart());
  const from = text.indexOf(part);
  const objects = [...part.matchAll(SPAN_PLACEHOLDER)].flatMap((match) => {
    const at = Number(match[1]);
    const end = from + match.index;
    const around = {
      before: text.slice(Math.max(0, end - WORDS_BEFORE_CHARS), end),
      behind: text.slice(end + match[0].length),
    };
    const name = code[at]!.trim();
    if (name.length < 2 || OTHER_ACT.test(around.before)) return [];
    const role = spoken.has(at) ? roleOf(around, isImperative) : 'object';
    return role === 'none' ? [] : [{ name, isConditional: role === 'perhaps' || PURPOSE.test(around.behind) }];
  });
  return { names: objects.map(({ name }) => name), isConditional: objects.some((one) => one.isConditional) };
}

interface Around {
  readonly before: string;
  readonly behind: string;
}

/** Tells whether a command without code marks is the object of the prohibition between its words. */
function roleOf({ before, behind }: Around, isImperative: boolean): 'object' | 'perhaps' | 'none' {
  if (PASSIVE_BEHIND.test(behind)) return 'object';
  const isInstalling = /\binstall/i.test(before);
  if (BY_MEANS_OF.test(before)) return isInstalling ? 'object' : isImperative ? 'perhaps' : 'none';
  const verb = VERB_BEFORE.exec(before)?.[1] ?? '';
  const isObject = OBJECT_OF.test(before) || NOBODY_RUNS.test(before) || isVerb(verb);
  return isObject ? (isImperative ? 'object' : 'perhaps') : 'none';
}
