import type { Mention } from '@cairn/contracts';
import { normalisePath } from '../entity.ts';
import { isRecordFile, withoutEnding } from './asciidoc.ts';
import { recordLinksOf } from './record-links.ts';
import { recordNamed, type KnownRecord } from './record-names.ts';
import { FileStatements, folderOf, resolved, type ReadStatements, type SourceFile } from './source-file.ts';

/**
 * The links of an architecture decision record in Markdown to others. `records` has all records, so that one without a link to it
 * (`Superseded by ADR-12`) is found; a link leads to its file, known or not.
 */
export function readDecisionRecord(file: SourceFile, records: readonly KnownRecord[] = []): ReadStatements {
  const said = new FileStatements(file);
  const self = recordOf(file, file.path);
  for (const { to, type, back, line } of recordLinksOf(file.text)) {
    const path = recordNamed(to, file.path, records) ?? linkedPath(file.path, to.link);
    if (path === undefined) continue;
    const other = recordOf(file, path);
    if (back) said.say(other, type, self, line);
    else said.say(self, type, other, line);
  }
  return said;
}

const linkedPath = (from: string, link: string | undefined): string | undefined =>
  link === undefined || !isRecordFile(link) || /^[a-z]+:/iu.test(link) ? undefined : resolved(folderOf(from), link);

const recordOf = ({ repository }: SourceFile, path: string): Mention => ({
  type: 'decision',
  name: `${repository}:${normalisePath(path)}`,
  repository,
  aliases: [withoutEnding(path.split('/').at(-1) ?? path)],
});
