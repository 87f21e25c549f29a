import type { Mention } from '@cairn/contracts';
import { normalisePath } from '../entity.ts';
import { FileStatements, handleOf, type ReadStatements, type SourceFile } from './source-file.ts';

/** Where code hosts look for the file; the first one counts. */
export const codeownersPaths: readonly string[] = [
  '.github/CODEOWNERS',
  'CODEOWNERS',
  'docs/CODEOWNERS',
  '.gitlab/CODEOWNERS',
  '.bitbucket/CODEOWNERS',
];

/** A part of GitLab's file: it decides apart from the others, and its owners stand for those that a line does not name. */
interface Section {
  readonly name: string;
  readonly owners: readonly string[];
}

/**
 * Reads the rules of a CODEOWNERS file of GitHub, GitLab or Bitbucket. A pattern without owners ends ownership. Lines that the code host
 * itself skips (on GitHub `!`, `[`, `\#`; on both owners of an invalid form) are reported as failed. A file with a section is
 * GitLab's, one with a group (`@@@Name @member`) or a setting (`CODEOWNERS.name`) Bitbucket's. `packages` names the packages in
 * folders: the rule for exactly that folder applies to the package.
 */
export function readCodeowners(file: SourceFile, packages: ReadonlyMap<string, Mention> = new Map()): ReadStatements {
  const said = new FileStatements(file);
  const lines = file.text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
  const isGitLab = lines.some((line) => sectionIn(line) !== undefined);
  const groups = lines.some(isOfBitbucket) ? groupsIn(lines) : undefined;
  let section: Section | undefined;
  for (const [index, text] of lines.entries()) {
    const opened = isGitLab ? sectionIn(text) : undefined;
    if (opened) section = opened;
    else if (!isOfBitbucket(text)) readRule({ said, file, packages, isGitLab, section, groups }, text, index + 1);
  }
  return said;
}

/** `[Name]`, optional with `^`, with a number of approvals and owners behind it. */
function sectionIn(line: string): Section | undefined {
  const [, name, owners = ''] = /^\^?\[([^\][]+)\](?:\[\d+\])?(?:\s+(.*))?$/u.exec(line.trim()) ?? [];
  return name === undefined ? undefined : { name: name.trim().toLowerCase(), owners: wordsOf(owners) };
}

const isOfBitbucket = (line: string): boolean => /^\s*(?:@@@|CODEOWNERS\.)/u.test(line);

/** The members of groups by their names, those of groups in groups among them. */
function groupsIn(lines: readonly string[]): Groups {
  const said = new Map(
    lines.filter(isOfBitbucket).flatMap((line) => {
      const [name = '', ...members] = wordsOf(line.trim());
      return name.startsWith('@@@') ? [[name.slice(3).toLowerCase(), members] as const] : [];
    }),
  );
  const groups = new Map<string, readonly string[]>();
  for (const name of said.keys()) groups.set(name, membersOf(name, said, new Set()));
  return groups;
}

function membersOf(name: string, said: Groups, seen: Set<string>): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  return (said.get(name) ?? []).flatMap((member) => {
    const group = groupIn(member);
    return group !== undefined && said.has(group) ? membersOf(group, said, seen) : [member];
  });
}

const groupIn = (owner: string): string | undefined => /^@@@?(.+)$/u.exec(owner)?.[1]?.toLowerCase();

/** Owners with the members of each group in its place; a group that the file does not tell is a name of the host. */
const withoutGroups = (names: readonly string[], groups: Groups): string[] =>
  names.flatMap((name) => {
    const group = groupIn(name);
    return group === undefined ? [name] : [...(groups.get(group) ?? [name.replace(/^@+/u, '@')])];
  });

type Groups = ReadonlyMap<string, readonly string[]>;

interface Reading {
  readonly said: FileStatements;
  readonly file: SourceFile;
  readonly packages: ReadonlyMap<string, Mention>;
  readonly isGitLab: boolean;
  readonly section: Section | undefined;
  /** Groups, in a file of Bitbucket only. */
  readonly groups: Groups | undefined;
}

function readRule(reading: Reading, text: string, line: number): void {
  const { said, file, packages, isGitLab, section, groups } = reading;
  const [written, ...names] = wordsOf(text);
  if (written === undefined) return;
  const isGitHub = !isGitLab && groups === undefined;
  if (isGitHub && /^[!#^]|\[/u.test(written))
    return said.fail(line, 'GitHub does not read patterns with !, [ or \\# in this file');
  const isExcluded = !isGitHub && written.startsWith('!');
  const pattern = isExcluded ? written.slice(1) : written;
  const named = isExcluded ? [] : ownersIn(names, reading);
  if (!named.every(isOwner))
    return said.fail(line, 'a line with an owner that is no @name, @organisation/team or address is skipped');
  const owners = named.map(handleOf);
  const part = section && { section: section.name };
  said.rule({ tool: 'codeowners', pattern, order: line, owners, ...part }, line);
  const target = packages.get(normalisePath(pattern)) ?? { type: 'path', name: pattern, repository: file.repository };
  for (const owner of owners) said.say(owner, 'owns', target, line);
}

/** The owners of the line, else those of its section; a group is replaced by its members. */
function ownersIn(names: readonly string[], { section, groups }: Reading): readonly string[] {
  const own = names.length > 0 ? names : (section?.owners ?? []);
  return groups ? [...new Set(withoutGroups(own, groups))] : own;
}

const isOwner = (name: string) => /^@[\w.-]+(?:\/[\w.-]+)*$|^[^@\s]+@[^@\s]+$/u.test(name);

/** The words before a comment; a backslash keeps the letter after it in its word. */
function wordsOf(text: string): string[] {
  const words = text.match(/(?:\\.|[^\s\\])+/gu) ?? [];
  const comment = words.findIndex((word) => word.startsWith('#'));
  return (comment === -1 ? words : words.slice(0, comment)).map((word) => word.replace(/\\(.)/gu, '$1'));
}
