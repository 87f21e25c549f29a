import { isDocument, type Act } from './act.ts';
import { triggerMatcher } from './glob.ts';
import { matchesTemplate } from './template.ts';

/** The texts of an act in the forms that names and triggers are sought in, made once for all rules. */
export interface ActTexts {
  /** Whether a trigger matches one of its readings. */
  readonly matchesReading: (trigger: string) => boolean;
  /** Whether code or words stand in what it says, writes or sends, or in a trailer of its message. */
  readonly contains: (text: string) => boolean;
  readonly containsTemplate: (template: string) => boolean;
  /** Identifiers in it, without regard to their case. */
  readonly hasIdentifier: (parts: string) => boolean;
}

const known = new WeakMap<Act, ActTexts>();

export function textsOf(act: Act): ActTexts {
  const made = known.get(act) ?? readTexts(act);
  known.set(act, made);
  return made;
}

function readTexts(act: Act): ActTexts {
  const said = [saidBy(act), ...act.messages.flatMap(trailersOf)];
  let identifiers: ReadonlySet<string> | undefined;
  const read = (): ReadonlySet<string> =>
    new Set(said.flatMap((text) => text.match(/[A-Za-z_]\w+/g) ?? []).map(identifierParts));
  return {
    matchesReading: triggerMatcher(readingsOf(act)),
    contains: triggerMatcher(said),
    containsTemplate: (template) => said.some((text) => matchesTemplate(template, text)),
    hasIdentifier: (parts) => (identifiers ??= read()).has(parts),
  };
}

/** What an act says, writes or sends. */
export function saidBy({ kind, words, content }: Act): string {
  if (kind === 'edit') return content;
  return kind === 'shell' ? `${words.slice(1).join(' ')}\n${content}` : `${words.join(' ')} ${content}`;
}

/** `Key: value` paragraphs of a message act by themselves; its prose does not. */
const trailersOf = (message: string): string[] => message.match(/^[A-Z][\w-]+: .+$/gm) ?? [];

/** The words of an identifier, which are the same in `snakeCase` and `snake_case`. */
export const identifierParts = (identifier: string): string =>
  (identifier.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [])
    .filter((part) => part.length > 1)
    .join(' ')
    .toLowerCase();

/** Readings of an act, any of which a trigger may match. */
export function readingsOf({ kind, program, words, targets, content, messages }: Act): string[] {
  if (kind === 'edit') return [targets[0]!.text, ...(isDocument(targets[0]!.text) ? [] : [content])];
  if (kind !== 'shell') return [`${words.join(' ')} ${content}`.trim()];
  const own = [program, ...words.slice(1)];
  const isOption = (word: string | undefined) => word !== undefined && /^-/.test(word);
  const bare = own.filter((word) => !isOption(word));
  const valueless = own.filter(
    (word, at) => !isOption(word) && !(isOption(own[at - 1]) && !own[at - 1]!.includes('=')),
  );
  const texts = [words, own, bare, valueless].map((some) => some.join(' '));
  return [...new Set([...texts, ...messages.flatMap(trailersOf)])];
}
