import { resolveInFolder, triggerMatcher } from './glob.ts';
import { environmentsIn, stemsOf } from './lexicon.ts';

type ActKind = 'shell' | 'sql' | 'http' | 'edit' | 'code' | 'sentence';
/** The effect of an act. `looks` and `rehearses` (a dry run) change nothing. */
export type Effect = 'looks' | 'rehearses' | 'changes' | 'unknown';
export interface Target {
  readonly text: string;
  readonly isChanged: boolean;
}

/** One act of an action: a command, a statement, a request, an edit or a sentence. */
export interface Act {
  readonly kind: ActKind;
  /** The program, the SQL verb or the HTTP method. */
  readonly program: string;
  /** The words of a command or statement in order, without quoted texts. */
  readonly words: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly effect: Effect;
  /** The classes of verbs that describe the act, as in `lexicon.ts`. */
  readonly verbs: ReadonlySet<string>;
  readonly targets: readonly Target[];
  /** The text that the act writes, sends or runs. Printed text and search patterns are left out. */
  readonly content: string;
  /** Texts for people, such as a commit message. */
  readonly messages: readonly string[];
  /** The hosts, containers, folders and variables that apply to the act. */
  readonly context: readonly string[];
  /** The folder to which the act's paths are relative, if its script changed the folder. Otherwise empty. */
  readonly folder: string;
  /** The words of all further commands in the same pipe. */
  readonly pipe: readonly string[];
  /** The stems of all words of the act. */
  readonly stems: ReadonlySet<string>;
  readonly environments: readonly string[];
  readonly parent?: Act | undefined;
  readonly isWrapper: boolean;
}

type ActFields = Partial<Act> & Pick<Act, 'kind' | 'program' | 'effect'>;

export function actOf(given: ActFields): Act {
  const { words = [], content = '', context = [], targets = [], messages = [] } = given;
  const stems = new Set(stemsOf([...words, ...targets.map(({ text }) => text), content, ...context].join(' ')));
  return {
    ...{ words, content, context, targets, messages, stems, folder: '', pipe: [], isWrapper: false },
    ...{ flags: new Set(), verbs: new Set(), environments: environmentsIn([...words, ...context].join(' ')) },
    ...given,
  };
}

/** The paths of an act, as typed and relative to the folder in which the script began. */
export const pathsOf = ({ folder, targets }: Act): string[] =>
  targets.flatMap(({ text }) => (folder === '' ? [text] : [text, resolveInFolder(folder, text)]));

/** Whether a path is a document for people. A file in a hidden folder is no document, since tools read it. */
export const isDocument = (path: string): boolean =>
  /\.(?:md|mdx|rst|txt|adoc)$/i.test(path) && !/(?:^|\/)\.[a-z]/i.test(path);

/** The texts of an act, prepared once for the search of names and triggers of all rules. */
export interface ActTexts {
  /** Whether a trigger matches one of the readings of the act. */
  readonly matchesReading: (trigger: string) => boolean;
  /** Whether code or words occur in the text that the act prints, writes or sends, or in a trailer of its message. */
  readonly contains: (text: string) => boolean;
}

const textsByAct = new WeakMap<Act, ActTexts>();

export function textsOf(act: Act): ActTexts {
  const made = textsByAct.get(act) ?? readTexts(act);
  textsByAct.set(act, made);
  return made;
}

function readTexts(act: Act): ActTexts {
  const said = [textSaidBy(act), ...act.messages.flatMap(trailersInMessage)];
  return { matchesReading: triggerMatcher(readingsOf(act)), contains: triggerMatcher(said) };
}

/** The text that an act prints, writes or sends. */
export function textSaidBy({ kind, words, content }: Act): string {
  if (kind === 'edit') return content;
  return kind === 'shell' ? `${words.slice(1).join(' ')}\n${content}` : `${words.join(' ')} ${content}`;
}

/**
 * Finds the `Key: value` lines of a message. Such a trailer has an effect of its own, while the prose of the message
 * has none.
 */
const trailersInMessage = (message: string): string[] => message.match(/^[A-Z][\w-]+: .+$/gm) ?? [];

/** Lists the readings of an act. A trigger may match any of them. */
export function readingsOf({ kind, program, words, targets, content, messages }: Act): string[] {
  if (kind === 'edit') return [targets[0]!.text, ...(isDocument(targets[0]!.text) ? [] : [content])];
  if (kind !== 'shell') return [`${words.join(' ')} ${content}`.trim()];
  const own = [program, ...words.slice(1)];
  const isOption = (word: string | undefined) => word !== undefined && /^-/.test(word);
  const valueless = own.filter(
    (word, at) => !isOption(word) && !(isOption(own[at - 1]) && !own[at - 1]!.includes('=')),
  );
  const texts = [words, own, valueless].map((some) => some.join(' '));
  return [...new Set([...texts, ...messages.flatMap(trailersInMessage)])];
}
