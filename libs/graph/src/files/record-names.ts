import { withoutEnding } from './asciidoc.ts';
import type { RecordName } from './record-links.ts';
import { folderOf, resolved } from './source-file.ts';

/** A record by which others can name it. */
export interface KnownRecord {
  /** Below the root of the repository. */
  readonly path: string;
  readonly title?: string;
}

type Namer = (record: KnownRecord) => string | undefined;

/** The one record that a text of another one names; those of its folder come first. Undefined where none is, or several are. */
export function recordNamed(
  { link, number, text }: RecordName,
  from: string,
  records: readonly KnownRecord[],
): string | undefined {
  const others = records.filter(({ path }) => path !== from);
  const beside = others.filter(({ path }) => folderOf(path) === folderOf(from));
  const only = (wanted: string | undefined, namer: Namer): string | undefined => {
    if (wanted === undefined || wanted === '') return undefined;
    for (const some of [beside, others]) {
      const found = some.filter((record) => namer(record) === wanted);
      if (found.length > 0) return found.length === 1 ? found[0]!.path : undefined;
    }
    return undefined;
  };
  const isAddress = link !== undefined && /^[a-z]+:/iu.test(link);
  const path = link === undefined || isAddress ? undefined : resolved(folderOf(from), link);
  return (
    only(path, (record) => record.path) ??
    only(link && stemOf(link), (record) => stemOf(record.path)) ??
    only(number?.replace(/^0+/u, ''), ({ path: own }) => numberOf(own)) ??
    only(wordsOf(text), ({ title }) => title && wordsOf(title))
  );
}

const stemOf = (path: string): string => withoutEnding(path.split('/').at(-1) ?? path).toLowerCase();

const numberOf = (path: string): string | undefined => /\d+/u.exec(stemOf(path))?.[0].replace(/^0+/u, '');

/** The words of a title without its number. */
const wordsOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]*(?:(?:adr|rfc|dr|decision)?[-_ #]*\d+[-.:)–—\s]+)?/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
