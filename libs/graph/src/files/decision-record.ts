import type { Mention } from '@cairn/contracts';
import { normalisePath } from '../entity.ts';
import { isRecordFile, removeEnding } from './asciidoc.ts';
import { recordLinksOf } from './record-links.ts';
import { recordNamed, type KnownRecord } from './record-names.ts';
import { FileStatements, folderOf, resolvePath, type ReadStatements, type SourceFile } from './source-file.ts';

/**
 * Reads the links of an architecture decision record in Markdown to other records. `records` lists all records, so that
 * a reference by number or title (`Superseded by ADR-12`) is found. A link to a file counts even if `records` lacks the
 * file.
 */
export function readDecisionRecord(file: SourceFile, records: readonly KnownRecord[] = []): ReadStatements {
  const collector = new FileStatements(file);
  const self = recordOf(file, file.path);
  for (const { to, type, back, line } of recordLinksOf(file.text)) {
    const path = recordNamed(to, file.path, records) ?? resolveLink(file.path, to.link);
    if (path === undefined) continue;
    const other = recordOf(file, path);
    if (back) collector.addStatement(other, type, self, line);
    else collector.addStatement(self, type, other, line);
  }
  return collector;
}

const resolveLink = (from: string, link: string | undefined): string | undefined =>
  link === undefined || !isRecordFile(link) || /^[a-z]+:/iu.test(link) ? undefined : resolvePath(folderOf(from), link);

const recordOf = ({ repository }: SourceFile, path: string): Mention => ({
  type: 'decision',
  name: `${repository}:${normalisePath(path)}`,
  repository,
  aliases: [removeEnding(path.split('/').at(-1) ?? path)],
});
