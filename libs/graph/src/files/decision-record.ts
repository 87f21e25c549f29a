import type { Mention } from '@cairn/contracts';
import { normalisePath } from '../entity.ts';
import { FileStatements, folderOf, resolved, type ReadStatements, type SourceFile } from './source-file.ts';

interface LinkType {
  readonly words: RegExp;
  readonly type: string;
  readonly back?: true;
}

/** The words before a link by which decision records name one another; `back` says that the link is the one that acts. */
const linkTypes: readonly LinkType[] = [
  { words: /\bsuper[sc]eded[- ]by\b|\breplaced[- ]by\b/iu, type: 'replaces', back: true },
  { words: /\bsuper[sc]edes\b|\breplaces\b/iu, type: 'replaces' },
  { words: /\bamended by\b/iu, type: 'amends', back: true },
  { words: /\bamends\b/iu, type: 'amends' },
  { words: /\bdepends on\b/iu, type: 'depends_on' },
  { words: /\brelates to\b|\brelated to\b/iu, type: 'relates_to' },
];

/**
 * The links of an architecture decision record in Markdown to others. A link without such words before it says nothing. `records` has
 * the paths of all records, so that a number without a link (`Superseded by ADR-12`) is found among those of its folder.
 */
export function readDecisionRecord(file: SourceFile, records: readonly string[] = []): ReadStatements {
  const said = new FileStatements(file);
  const self = recordOf(file, file.path);
  let heading: LinkType | undefined;
  for (const [index, line] of file.text.split(/\r?\n/u).entries()) {
    const isItem = /^\s*(?:[-*+]|\d+\.)\s/u.test(line);
    const links = linksIn(line, isItem ? heading : undefined);
    for (const { target, type } of links.length > 0 ? links : numbersIn(line, file.path, records)) {
      const other = recordOf(file, resolved(folderOf(file.path), target));
      if (type.back) said.say(other, type.type, self, index + 1);
      else said.say(self, type.type, other, index + 1);
    }
    if (!isItem && line.trim() !== '') heading = /^#|:[^\w:]*$/u.test(line) ? typeSaid(line) : undefined;
  }
  return said;
}

/** Links to other records, each by the words that stand last before it: in its line, else above its list. */
function linksIn(line: string, above: LinkType | undefined): { target: string; type: LinkType }[] {
  let type = above;
  let read = 0;
  return [...line.matchAll(/\]\(<?([^()[\]\s#>]+)[^()]*\)/gu)].flatMap((link) => {
    type = typeSaid(line.slice(read, link.index)) ?? type;
    read = link.index + link[0].length;
    const [, written = ''] = link;
    const target = written.slice(0, written.lastIndexOf('.md') + '.md'.length);
    return type === undefined || !target.endsWith('.md') || /^[a-z]+:/iu.test(target) ? [] : [{ target, type }];
  });
}

const NUMBER_BEHIND = /^[\s:*_"'[(]*(?:adr|rfc|dr|decision)?[-_ #]*0*(\d{1,5})\b/iu;

/** Records of the same folder that a line names by their numbers, right behind the words. */
function numbersIn(line: string, path: string, records: readonly string[]): { target: string; type: LinkType }[] {
  const nameOf = (record: string) => record.split('/').at(-1) ?? record;
  return linkTypes.flatMap((type) => {
    const words = type.words.exec(line);
    const number = words && NUMBER_BEHIND.exec(line.slice(words.index + words[0].length))?.[1];
    const isMeant = (record: string) =>
      folderOf(record) === folderOf(path) &&
      record !== path &&
      /\d+/u.exec(nameOf(record))?.[0].replace(/^0+/u, '') === number;
    const [found, ...others] = number ? records.filter(isMeant) : [];
    return found !== undefined && others.length === 0 ? [{ target: nameOf(found), type }] : [];
  });
}

/** The last of them that a text says. */
function typeSaid(text: string): LinkType | undefined {
  const said = linkTypes.flatMap((type) => {
    const at = text.search(type.words);
    return at < 0 ? [] : [{ at, type }];
  });
  return said.sort((a, b) => b.at - a.at)[0]?.type;
}

const recordOf = ({ repository }: SourceFile, path: string): Mention => ({
  type: 'decision',
  name: `${repository}:${normalisePath(path)}`,
  repository,
  aliases: [path.split('/').at(-1)?.replace(/\.md$/u, '') ?? path],
});
