import { isReader, isTool } from './lexicon.ts';

/** An action split into its code and the comment on it. */
export interface Commented {
  readonly code: string;
  readonly comment: string;
}

/** Lines of comments before an action. */
const IN_FRONT = /^(?:[ \t]*(?:#|\/\/|--)[ \t][^\n]*\n+)+/;
/** A remark in brackets after an action. After a sign such as `|`, or with a program inside, brackets are a subshell. */
const IN_BRACKETS = /(?<=[^\s;|&({!])[ \t]+\(((?:[\p{L}\d][^()\n]*))\)\s*$/u;
const BEHIND_STATEMENT = /(?<=;)\s*\(([^()\n]+)\)\s*$/;
const BEHIND_SIGN = { shell: /(?:^|\s)#\s([^\n]*)$/, sql: /(?:--|(?:^|\s)#\s)([^\n]*)$/ };

/** Splits off the comments before an action. */
export function withoutFront(text: string): Commented {
  const [front = ''] = IN_FRONT.exec(text) ?? [];
  return { code: text.slice(front.length), comment: front.replace(/^[ \t]*(?:#|\/\/|--)/gm, '').trim() };
}

/** Splits off the comment after a command, a request or a statement. Signs within quotation marks do not begin a comment. */
export function withoutBehind(text: string, kind: 'shell' | 'sql'): Commented {
  const bare = text.replace(/"[^"]*"|'[^']*'/g, (quoted) => '_'.repeat(quoted.length));
  const begin = bare.lastIndexOf('\n') + 1;
  const line = bare.slice(begin);
  const signed = BEHIND_SIGN[kind].exec(line);
  const bracketed = signed ? null : (kind === 'sql' ? BEHIND_STATEMENT : IN_BRACKETS).exec(line);
  const match = signed ?? (bracketed && !isProgram(bracketed[1]!) ? bracketed : null);
  if (!match) return { code: text, comment: '' };
  const at = begin + match.index;
  const said = text.slice(at).trim();
  return { code: text.slice(0, at).trimEnd(), comment: said.replace(/^(?:#|--|\()\s*|\)$/g, '') };
}

const isProgram = (text: string): boolean => {
  const [first = ''] = text.split(/\s/);
  return isTool(first) || isReader(first) || /^[A-Z][a-z]+-[A-Z]/.test(first);
};
