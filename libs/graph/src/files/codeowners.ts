import type { Mention } from '@cairn/contracts';
import { normalisePath } from '../entity.ts';
import { FileStatements, handleOf, type ReadStatements, type SourceFile } from './source-file.ts';

/** Where GitHub and GitLab look for the file; the first one counts. */
export const codeownersPaths: readonly string[] = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];

/**
 * The rules of a CODEOWNERS file. A pattern without owners ends ownership. Lines that GitHub itself skips (`!`, `[`, `\#`, what is
 * no owner) are told as failed. `packages` names what stands in which folder: the rule for exactly that folder speaks of the package.
 */
export function readCodeowners(file: SourceFile, packages: ReadonlyMap<string, Mention> = new Map()): ReadStatements {
  const said = new FileStatements(file);
  for (const [index, text] of file.text.split(/\r?\n/u).entries()) readRule(said, file, packages, text, index + 1);
  return said;
}

function readRule(
  said: FileStatements,
  { repository }: SourceFile,
  packages: ReadonlyMap<string, Mention>,
  text: string,
  line: number,
): void {
  const [pattern, ...names] = wordsOf(text.replace(/^\uFEFF/u, ''));
  if (pattern === undefined) return;
  if (/^[!#^]|\[/u.test(pattern)) return said.fail(line, 'GitHub does not read patterns with !, [ or \\# in this file');
  if (!names.every(isOwner))
    return said.fail(line, 'GitHub skips a line with an owner that is no @name, @organisation/team or address');
  const owners = names.map(handleOf);
  said.rule({ tool: 'codeowners', pattern, order: line, owners }, line);
  const target = packages.get(normalisePath(pattern)) ?? { type: 'path', name: pattern, repository };
  for (const owner of owners) said.say(owner, 'owns', target, line);
}

const isOwner = (name: string) => /^@[\w.-]+(?:\/[\w.-]+)*$|^[^@\s]+@[^@\s]+$/u.test(name);

/** The words before a comment; a backslash keeps the letter after it in its word. */
function wordsOf(text: string): string[] {
  const words = text.match(/(?:\\.|[^\s\\])+/gu) ?? [];
  const comment = words.findIndex((word) => word.startsWith('#'));
  return (comment === -1 ? words : words.slice(0, comment)).map((word) => word.replace(/\\(.)/gu, '$1'));
}
