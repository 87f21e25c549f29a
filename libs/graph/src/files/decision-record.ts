import type { Mention } from '@cairn/contracts';
import { normalisePath } from '../entity.ts';
import { FileStatements, folderOf, type ReadStatements, type SourceFile } from './source-file.ts';

/** The words before a link by which decision records name one another; `back` says that the link is the one that acts. */
const linkTypes: readonly { readonly words: RegExp; readonly type: string; readonly back?: true }[] = [
  { words: /\bsuperse[dc]ed by\b|\breplaced by\b/iu, type: 'replaces', back: true },
  { words: /\bsupersedes\b|\breplaces\b/iu, type: 'replaces' },
  { words: /\bamended by\b/iu, type: 'amends', back: true },
  { words: /\bamends\b/iu, type: 'amends' },
  { words: /\bdepends on\b/iu, type: 'depends_on' },
  { words: /\brelates to\b|\brelated to\b/iu, type: 'relates_to' },
];

/** The links of an architecture decision record in Markdown to others. A link without such words before it says nothing. */
export function readDecisionRecord(file: SourceFile): ReadStatements {
  const said = new FileStatements(file);
  const self = recordOf(file, file.path);
  for (const [index, line] of file.text.split(/\r?\n/u).entries()) {
    const first = linkTypes.find(({ words }) => words.test(line));
    for (const [, target = ''] of first ? line.matchAll(/\]\(([^)\s#]+\.md)[^)]*\)/gu) : []) {
      if (!first || /^[a-z]+:/iu.test(target)) continue;
      const other = recordOf(file, resolved(folderOf(file.path), target));
      if (first.back) said.say(other, first.type, self, index + 1);
      else said.say(self, first.type, other, index + 1);
    }
  }
  return said;
}

const recordOf = ({ repository }: SourceFile, path: string): Mention => ({
  type: 'decision',
  name: `${repository}:${normalisePath(path)}`,
  repository,
  aliases: [path.split('/').at(-1)?.replace(/\.md$/u, '') ?? path],
});

/** A link's path from the root of the repository. */
function resolved(folder: string, target: string): string {
  const parts: string[] = target.startsWith('/') ? [] : folder.split('/');
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return normalisePath(parts.join('/'));
}
