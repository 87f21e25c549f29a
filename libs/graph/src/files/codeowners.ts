import type { Mention } from '@cairn/contracts';
import { normalisePath } from '../entity.ts';
import { FileStatements, handleOf, type ReadStatements, type SourceFile } from './source-file.ts';

/** Where GitHub and GitLab look for the file; the first one counts. */
export const codeownersPaths: readonly string[] = [
  '.github/CODEOWNERS',
  'CODEOWNERS',
  'docs/CODEOWNERS',
  '.gitlab/CODEOWNERS',
];

/** A part of GitLab's file: it decides apart from the others, and its owners stand for those that a line does not name. */
interface Section {
  readonly name: string;
  readonly owners: readonly string[];
}

/**
 * The rules of a CODEOWNERS file of GitHub or GitLab. A pattern without owners ends ownership. Lines that the code host itself skips
 * (on GitHub `!`, `[`, `\#`; on both what is no owner) are told as failed. A file with a section is GitLab's. `packages` names what
 * stands in which folder: the rule for exactly that folder speaks of the package.
 */
export function readCodeowners(file: SourceFile, packages: ReadonlyMap<string, Mention> = new Map()): ReadStatements {
  const said = new FileStatements(file);
  const lines = file.text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
  const isGitLab = lines.some((line) => sectionIn(line) !== undefined);
  let section: Section | undefined;
  for (const [index, text] of lines.entries()) {
    const opened = isGitLab ? sectionIn(text) : undefined;
    if (opened) section = opened;
    else readRule({ said, file, packages, isGitLab, section }, text, index + 1);
  }
  return said;
}

/** `[Name]`, optional with `^`, with a number of approvals and owners behind it. */
function sectionIn(line: string): Section | undefined {
  const [, name, owners = ''] = /^\^?\[([^\][]+)\](?:\[\d+\])?(?:\s+(.*))?$/u.exec(line.trim()) ?? [];
  return name === undefined ? undefined : { name: name.trim().toLowerCase(), owners: wordsOf(owners) };
}

interface Reading {
  readonly said: FileStatements;
  readonly file: SourceFile;
  readonly packages: ReadonlyMap<string, Mention>;
  readonly isGitLab: boolean;
  readonly section: Section | undefined;
}

function readRule({ said, file, packages, isGitLab, section }: Reading, text: string, line: number): void {
  const [written, ...names] = wordsOf(text);
  if (written === undefined) return;
  const isExcluded = isGitLab && written.startsWith('!');
  const pattern = isExcluded ? written.slice(1) : written;
  if (!isGitLab && /^[!#^]|\[/u.test(pattern))
    return said.fail(line, 'GitHub does not read patterns with !, [ or \\# in this file');
  const named = isExcluded ? [] : names.length > 0 ? names : (section?.owners ?? []);
  if (!named.every(isOwner))
    return said.fail(line, 'a line with an owner that is no @name, @organisation/team or address is skipped');
  const owners = named.map(handleOf);
  const part = section && { section: section.name };
  said.rule({ tool: 'codeowners', pattern, order: line, owners, ...part }, line);
  const target = packages.get(normalisePath(pattern)) ?? { type: 'path', name: pattern, repository: file.repository };
  for (const owner of owners) said.say(owner, 'owns', target, line);
}

const isOwner = (name: string) => /^@[\w.-]+(?:\/[\w.-]+)*$|^[^@\s]+@[^@\s]+$/u.test(name);

/** The words before a comment; a backslash keeps the letter after it in its word. */
function wordsOf(text: string): string[] {
  const words = text.match(/(?:\\.|[^\s\\])+/gu) ?? [];
  const comment = words.findIndex((word) => word.startsWith('#'));
  return (comment === -1 ? words : words.slice(0, comment)).map((word) => word.replace(/\\(.)/gu, '$1'));
}
