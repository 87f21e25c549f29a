import type { Mention } from '@cairn/contracts';
import { normalisePath } from '../entity.ts';
import { FileStatements, handleOf, type ReadStatements, type SourceFile } from './source-file.ts';

/** The paths at which code hosts look for the file. The first path that exists is used. */
export const codeownersPaths: readonly string[] = [
  '.github/CODEOWNERS',
  'CODEOWNERS',
  'docs/CODEOWNERS',
  '.gitlab/CODEOWNERS',
  '.bitbucket/CODEOWNERS',
];

/**
 * A section of a GitLab file. Each section decides independently of the others. The owners of a section apply to those
 * of its lines that name no owners.
 */
interface Section {
  readonly name: string;
  readonly owners: readonly string[];
}

/**
 * Reads the rules of a CODEOWNERS file of GitHub, GitLab or Bitbucket. A pattern without owners ends ownership. Lines that the code host
 * itself skips (on GitHub `!`, `[`, `\#`; on every host owners of an invalid form) are reported as failed. A file with a section is
 * read as GitLab's, a file with a group (`@@@Name @member`) or a setting (`CODEOWNERS.name`) as Bitbucket's. `packages` maps a folder to
 * its package: a rule for exactly that folder applies to the package.
 */
export function readCodeowners(file: SourceFile, packages: ReadonlyMap<string, Mention> = new Map()): ReadStatements {
  const collector = new FileStatements(file);
  const lines = file.text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
  const isGitLab = lines.some((line) => readSectionHead(line) !== undefined);
  const groups = lines.some(isBitbucketLine) ? readGroups(lines) : undefined;
  let section: Section | undefined;
  for (const [index, text] of lines.entries()) {
    const opened = isGitLab ? readSectionHead(text) : undefined;
    if (opened) section = opened;
    else if (!isBitbucketLine(text))
      readRule({ collector, file, packages, isGitLab, section, groups }, text, index + 1);
  }
  return collector;
}

/** Reads the head of a section: `[Name]`, `^[Name]`, `[Name][2] @owner`. `^` makes it optional; `[2]` is the number of approvals. */
function readSectionHead(line: string): Section | undefined {
  const [, name, owners = ''] = /^\^?\[([^\][]+)\](?:\[\d+\])?(?:\s+(.*))?$/u.exec(line.trim()) ?? [];
  return name === undefined ? undefined : { name: name.trim().toLowerCase(), owners: wordsOf(owners) };
}

const isBitbucketLine = (line: string): boolean => /^\s*(?:@@@|CODEOWNERS\.)/u.test(line);

/** Maps each group to its members. The members of nested groups are included. */
function readGroups(lines: readonly string[]): MembersByGroup {
  const writtenMembersByGroup = new Map(
    lines.filter(isBitbucketLine).flatMap((line) => {
      const [name = '', ...members] = wordsOf(line.trim());
      return name.startsWith('@@@') ? [[name.slice(3).toLowerCase(), members] as const] : [];
    }),
  );
  const groups = new Map<string, readonly string[]>();
  for (const name of writtenMembersByGroup.keys()) groups.set(name, membersOf(name, writtenMembersByGroup, new Set()));
  return groups;
}

function membersOf(name: string, writtenMembersByGroup: MembersByGroup, seen: Set<string>): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  return (writtenMembersByGroup.get(name) ?? []).flatMap((member) => {
    const group = groupNameOf(member);
    return group !== undefined && writtenMembersByGroup.has(group)
      ? membersOf(group, writtenMembersByGroup, seen)
      : [member];
  });
}

const groupNameOf = (owner: string): string | undefined => /^@@@?(.+)$/u.exec(owner)?.[1]?.toLowerCase();

/** Replaces each group among the owners by its members. A group that the file does not define is kept as a name on the code host. */
const expandGroups = (names: readonly string[], groups: MembersByGroup): string[] =>
  names.flatMap((name) => {
    const group = groupNameOf(name);
    return group === undefined ? [name] : [...(groups.get(group) ?? [name.replace(/^@+/u, '@')])];
  });

type MembersByGroup = ReadonlyMap<string, readonly string[]>;

interface RuleContext {
  readonly collector: FileStatements;
  readonly file: SourceFile;
  readonly packages: ReadonlyMap<string, Mention>;
  readonly isGitLab: boolean;
  readonly section: Section | undefined;
  /** The groups of a Bitbucket file; undefined for the files of other hosts. */
  readonly groups: MembersByGroup | undefined;
}

function readRule(reading: RuleContext, text: string, line: number): void {
  const { collector, file, packages, isGitLab, section, groups } = reading;
  const [written, ...names] = wordsOf(text);
  if (written === undefined) return;
  const isGitHub = !isGitLab && groups === undefined;
  if (isGitHub && /^[!#^]|\[/u.test(written))
    return collector.addFailure(line, 'GitHub does not read patterns with !, [ or \\# in this file');
  const isExcluded = !isGitHub && written.startsWith('!');
  const pattern = isExcluded ? written.slice(1) : written;
  const named = isExcluded ? [] : ownersIn(names, reading);
  if (!named.every(isOwner))
    return collector.addFailure(
      line,
      'a line with an owner that is no @name, @organisation/team or address is skipped',
    );
  const owners = named.map(handleOf);
  const part = section && { section: section.name };
  collector.addRule({ tool: 'codeowners', pattern, order: line, owners, ...part }, line);
  const target = packages.get(normalisePath(pattern)) ?? { type: 'path', name: pattern, repository: file.repository };
  for (const owner of owners) collector.addStatement(owner, 'owns', target, line);
}

/** The owners that the line names, or else the owners of its section. Groups are replaced by their members. */
function ownersIn(names: readonly string[], { section, groups }: RuleContext): readonly string[] {
  const own = names.length > 0 ? names : (section?.owners ?? []);
  return groups ? [...new Set(expandGroups(own, groups))] : own;
}

const isOwner = (name: string) => /^@[\w.-]+(?:\/[\w.-]+)*$|^[^@\s]+@[^@\s]+$/u.test(name);

/** Splits a line into words up to a comment. A backslash escapes the next character, so that a space does not end the word. */
function wordsOf(text: string): string[] {
  const words = text.match(/(?:\\.|[^\s\\])+/gu) ?? [];
  const comment = words.findIndex((word) => word.startsWith('#'));
  return (comment === -1 ? words : words.slice(0, comment)).map((word) => word.replace(/\\(.)/gu, '$1'));
}
