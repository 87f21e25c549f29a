import type { Mention } from '@cairn/contracts';
import { FileStatements, folderOf, handleOf, type ReadStatements, type SourceFile } from './source-file.ts';
import { readYaml, textsOf, under, type YamlValue } from './yaml-nodes.ts';

/** Names of groups in OWNERS_ALIASES and who is in them, lower case. */
export type OwnersAliases = ReadonlyMap<string, readonly string[]>;

export function readOwnersAliases(text: string): OwnersAliases {
  const entries = under(readYaml(text), 'aliases')?.entries ?? [];
  return new Map(entries.map(({ key, value }) => [key.toLowerCase(), textsOf(value).map(({ text: name }) => name)]));
}

/**
 * An OWNERS file of Kubernetes: approvers own the folder and what is below it, reviewers do not; folders above add theirs
 * unless `no_parent_owners`. Filters are read where they are plain: `.*`, what a path ends with, a folder that it begins with, and whole paths.
 */
export function readOwnersFile(file: SourceFile, aliases: OwnersAliases = new Map()): ReadStatements {
  const said = new FileStatements(file);
  const root = readYaml(file.text);
  const endsInheritance = under(under(root, 'options'), 'no_parent_owners')?.text === 'true';
  const folder = folderOf(file.path);
  const read = { said, file, aliases, folder, endsInheritance };
  readRoles(read, root, undefined);
  for (const { key, line, value } of under(root, 'filters')?.entries ?? []) {
    const glob = globOf(key);
    if (glob === undefined) said.fail(line, 'a filter with this regular expression is not read');
    else readRoles(read, value, glob === '**' ? undefined : glob);
  }
  if (endsInheritance && said.rules.length === 0)
    said.rule({ tool: 'owners', pattern: folder, order: 0, owners: [], endsInheritance }, root.line);
  return said;
}

interface Reading {
  readonly said: FileStatements;
  readonly file: SourceFile;
  readonly aliases: OwnersAliases;
  readonly folder: string;
  readonly endsInheritance: boolean;
}

function readRoles({ said, file, aliases, folder, endsInheritance }: Reading, roles: YamlValue, filter?: string): void {
  const { repository } = file;
  const place: Mention = { type: 'path', name: folder === '' ? '/' : folder, repository };
  for (const { text, line } of textsOf(under(roles, 'approvers'))) {
    const owners = peopleOf(aliases, text);
    const how = { tool: 'owners', pattern: folder, order: line, owners, endsInheritance } as const;
    said.rule(filter === undefined ? how : { ...how, filter }, line);
    if (filter === undefined) for (const owner of owners) said.say(owner, 'approves', place, line);
  }
  for (const { text, line } of textsOf(under(roles, 'reviewers')))
    if (filter === undefined)
      for (const reviewer of peopleOf(aliases, text)) said.say(reviewer, 'reviews', place, line);
}

const peopleOf = (aliases: OwnersAliases, name: string) => (aliases.get(name.toLowerCase()) ?? [name]).map(handleOf);

/** The glob of a plain regular expression; undefined where it is not plain. */
function globOf(expression: string): string | undefined {
  if (/^\^?\.\*\$?$/u.test(expression)) return '**';
  const plain = expression.replace(/^\^?\.\*/u, '').replace(/(?<=\/)\.\*$/u, '');
  const [, start, body = '', end] = /^(\^?)((?:\\[.\-/]|[\w/-])+)(\$?)$/u.exec(plain) ?? [];
  const literal = body.replace(/\\(.)/gu, '$1');
  if (literal === '') return undefined;
  if (start === '^') return end === '$' || literal.endsWith('/') ? `/${literal}` : undefined;
  return end === '$' && !literal.includes('/') ? `*${literal}` : undefined;
}
