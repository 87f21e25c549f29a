import type { Mention } from '@cairn/contracts';
import { FileStatements, folderOf, handleOf, type ReadStatements, type SourceFile } from './source-file.ts';
import { readYaml, textsOf, findValue, type YamlValue } from './yaml-nodes.ts';

/** Maps the name of a group in OWNERS_ALIASES, in lower case, to its members. */
export type OwnersAliases = ReadonlyMap<string, readonly string[]>;

export function readOwnersAliases(text: string): OwnersAliases {
  const entries = findValue(readYaml(text), 'aliases')?.entries ?? [];
  return new Map(entries.map(({ key, value }) => [key.toLowerCase(), textsOf(value).map(({ text: name }) => name)]));
}

/**
 * Reads an OWNERS file of Kubernetes. Approvers own the folder and everything below it; reviewers do not. The approvers
 * of the folders above own the folder too, unless `no_parent_owners` is set. Only plain filters are read: `.*`, the end
 * of a path, a leading folder and a whole path.
 */
export function readOwnersFile(file: SourceFile, aliases: OwnersAliases = new Map()): ReadStatements {
  const collector = new FileStatements(file);
  const root = readYaml(file.text);
  const endsInheritance = findValue(findValue(root, 'options'), 'no_parent_owners')?.text === 'true';
  const folder = folderOf(file.path);
  const read = { collector, file, aliases, folder, endsInheritance };
  readRoles(read, root, undefined);
  for (const { key, line, value } of findValue(root, 'filters')?.entries ?? []) {
    const glob = globOf(key);
    if (glob === undefined) collector.addFailure(line, 'a filter with this regular expression is not read');
    else readRoles(read, value, glob === '**' ? undefined : glob);
  }
  if (endsInheritance && collector.rules.length === 0)
    collector.addRule({ tool: 'owners', pattern: folder, order: 0, owners: [], endsInheritance }, root.line);
  return collector;
}

interface RoleContext {
  readonly collector: FileStatements;
  readonly file: SourceFile;
  readonly aliases: OwnersAliases;
  readonly folder: string;
  readonly endsInheritance: boolean;
}

function readRoles(
  { collector, file, aliases, folder, endsInheritance }: RoleContext,
  roles: YamlValue,
  filter?: string,
): void {
  const { repository } = file;
  const place: Mention = { type: 'path', name: folder === '' ? '/' : folder, repository };
  for (const { text, line } of textsOf(findValue(roles, 'approvers'))) {
    const owners = peopleOf(aliases, text);
    const how = { tool: 'owners', pattern: folder, order: line, owners, endsInheritance } as const;
    collector.addRule(filter === undefined ? how : { ...how, filter }, line);
    if (filter === undefined) for (const owner of owners) collector.addStatement(owner, 'approves', place, line);
  }
  for (const { text, line } of textsOf(findValue(roles, 'reviewers')))
    if (filter === undefined)
      for (const reviewer of peopleOf(aliases, text)) collector.addStatement(reviewer, 'reviews', place, line);
}

const peopleOf = (aliases: OwnersAliases, name: string) => (aliases.get(name.toLowerCase()) ?? [name]).map(handleOf);

/** Converts a plain regular expression to a glob. Undefined if the expression is not plain. */
function globOf(expression: string): string | undefined {
  if (/^\^?\.\*\$?$/u.test(expression)) return '**';
  const plain = expression.replace(/^\^?\.\*/u, '').replace(/(?<=\/)\.\*$/u, '');
  const [, start, body = '', end] = /^(\^?)((?:\\[.\-/]|[\w/-])+)(\$?)$/u.exec(plain) ?? [];
  const literal = body.replace(/\\(.)/gu, '$1');
  if (literal === '') return undefined;
  if (start === '^') return end === '$' || literal.endsWith('/') ? `/${literal}` : undefined;
  return end === '$' && !literal.includes('/') ? `*${literal}` : undefined;
}
