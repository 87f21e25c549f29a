import { isReader, isTool } from './lexicon.ts';

/** An action split into its code and the comment on it. */
export interface CodeAndComment {
  readonly code: string;
  readonly comment: string;
}

/** Lines of comments before an action. */
const LEADING_COMMENT = /^(?:[ \t]*(?:#|\/\/|--)[ \t][^\n]*\n+)+/;
/**
 * A remark in brackets after an action. Brackets after a sign such as `|`, or with a program inside, are a subshell and
 * no remark.
 */
const BRACKETED_REMARK = /(?<=[^\s;|&({!])[ \t]+\(((?:[\p{L}\d][^()\n]*))\)\s*$/u;
const REMARK_BEHIND_STATEMENT = /(?<=;)\s*\(([^()\n]+)\)\s*$/;
const commentPatternByKind = { shell: /(?:^|\s)#\s([^\n]*)$/, sql: /(?:--|(?:^|\s)#\s)([^\n]*)$/ };

/** Splits off the comments before an action. */
export function splitLeadingComment(text: string): CodeAndComment {
  const [front = ''] = LEADING_COMMENT.exec(text) ?? [];
  return { code: text.slice(front.length), comment: front.replace(/^[ \t]*(?:#|\/\/|--)/gm, '').trim() };
}

/** Splits off the comment after a command, a request or a statement. Signs within quotation marks do not begin a comment. */
export function splitTrailingComment(text: string, kind: 'shell' | 'sql'): CodeAndComment {
  const bare = text.replace(/"[^"]*"|'[^']*'/g, (quoted) => '_'.repeat(quoted.length));
  const begin = bare.lastIndexOf('\n') + 1;
  const line = bare.slice(begin);
  const signed = commentPatternByKind[kind].exec(line);
  const bracketed = signed ? null : (kind === 'sql' ? REMARK_BEHIND_STATEMENT : BRACKETED_REMARK).exec(line);
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
