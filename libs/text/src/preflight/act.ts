import { inFolder, triggerMatcher } from './glob.ts';
import { environmentsIn, stemsOf } from './lexicon.ts';

type ActKind = 'shell' | 'sql' | 'http' | 'edit' | 'code' | 'sentence';
/** `looks` and `rehearses` leave everything as it is. */
export type Effect = 'looks' | 'rehearses' | 'changes' | 'unknown';
export interface Target {
  readonly text: string;
  readonly isChanged: boolean;
}

/** One thing that an action does. */
export interface Act {
  readonly kind: ActKind;
  /** Program, SQL verb, HTTP method. */
  readonly program: string;
  /** Words of a command or statement in their order, without texts. */
  readonly words: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly effect: Effect;
  /** Classes of the verbs that it does. */
  readonly verbs: ReadonlySet<string>;
  readonly targets: readonly Target[];
  /** Text that it writes, sends or runs; nothing of what it prints or seeks. */
  readonly content: string;
  /** Messages for people. */
  readonly messages: readonly string[];
  /** Hosts, containers, folders and variables around it. */
  readonly context: readonly string[];
  /** The folder from which its paths are seen, where its script went to one. */
  readonly folder: string;
  /** Words of the other commands in its pipe. */
  readonly pipe: readonly string[];
  /** Words that it is about, as stems. */
  readonly stems: ReadonlySet<string>;
  readonly environments: readonly string[];
  readonly parent?: Act | undefined;
  readonly isWrapper: boolean;
}

type Described = Partial<Act> & Pick<Act, 'kind' | 'program' | 'effect'>;

export function actOf(given: Described): Act {
  const { words = [], content = '', context = [], targets = [], messages = [] } = given;
  const stems = new Set(stemsOf([...words, ...targets.map(({ text }) => text), content, ...context].join(' ')));
  return {
    ...{ words, content, context, targets, messages, stems, folder: '', pipe: [], isWrapper: false },
    ...{ flags: new Set(), verbs: new Set(), environments: environmentsIn([...words, ...context].join(' ')) },
    ...given,
  };
}

/** Paths that an act names, as typed and as seen from where its script began. */
export const pathsOf = ({ folder, targets }: Act): string[] =>
  targets.flatMap(({ text }) => (folder === '' ? [text] : [text, inFolder(folder, text)]));

/** Prose for people. What a tool reads from a hidden folder is no document. */
export const isDocument = (path: string): boolean =>
  /\.(?:md|mdx|rst|txt|adoc)$/i.test(path) && !/(?:^|\/)\.[a-z]/i.test(path);

/** The texts of an act in the forms that names and triggers are sought in, made once for all rules. */
export interface ActTexts {
  /** Whether a trigger matches one of its readings. */
  readonly matchesReading: (trigger: string) => boolean;
  /** Whether code or words stand in what it says, writes or sends, or in a trailer of its message. */
  readonly contains: (text: string) => boolean;
}

const known = new WeakMap<Act, ActTexts>();

export function textsOf(act: Act): ActTexts {
  const made = known.get(act) ?? readTexts(act);
  known.set(act, made);
  return made;
}

function readTexts(act: Act): ActTexts {
  const said = [saidBy(act), ...act.messages.flatMap(trailersOf)];
  return { matchesReading: triggerMatcher(readingsOf(act)), contains: triggerMatcher(said) };
}

/** The text that an act prints, writes or sends. */
export function saidBy({ kind, words, content }: Act): string {
  if (kind === 'edit') return content;
  return kind === 'shell' ? `${words.slice(1).join(' ')}\n${content}` : `${words.join(' ')} ${content}`;
}

/** `Key: value` paragraphs of a message act by themselves; its prose does not. */
const trailersOf = (message: string): string[] => message.match(/^[A-Z][\w-]+: .+$/gm) ?? [];

/** Readings of an act, any of which a trigger may match. */
export function readingsOf({ kind, program, words, targets, content, messages }: Act): string[] {
  if (kind === 'edit') return [targets[0]!.text, ...(isDocument(targets[0]!.text) ? [] : [content])];
  if (kind !== 'shell') return [`${words.join(' ')} ${content}`.trim()];
  const own = [program, ...words.slice(1)];
  const isOption = (word: string | undefined) => word !== undefined && /^-/.test(word);
  const valueless = own.filter(
    (word, at) => !isOption(word) && !(isOption(own[at - 1]) && !own[at - 1]!.includes('=')),
  );
  const texts = [words, own, valueless].map((some) => some.join(' '));
  return [...new Set([...texts, ...messages.flatMap(trailersOf)])];
}
