import { removeEnding } from './asciidoc.ts';
import type { RecordName } from './record-links.ts';
import { folderOf, resolvePath } from './source-file.ts';

/** A record that other records can refer to. */
export interface KnownRecord {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly title?: string;
}

type NameOfRecord = (record: KnownRecord) => string | undefined;

/**
 * Finds the path of the record to which a reference in the record `from` points. Records in the same folder take
 * precedence. Undefined if no record or several records match.
 */
export function recordNamed(
  { link, number, text }: RecordName,
  from: string,
  records: readonly KnownRecord[],
): string | undefined {
  const others = records.filter(({ path }) => path !== from);
  const beside = others.filter(({ path }) => folderOf(path) === folderOf(from));
  const only = (wanted: string | undefined, namer: NameOfRecord): string | undefined => {
    if (wanted === undefined || wanted === '') return undefined;
    for (const some of [beside, others]) {
      const found = some.filter((record) => namer(record) === wanted);
      if (found.length > 0) return found.length === 1 ? found[0]!.path : undefined;
    }
    return undefined;
  };
  const isAddress = link !== undefined && /^[a-z]+:/iu.test(link);
  const path = link === undefined || isAddress ? undefined : resolvePath(folderOf(from), link);
  return (
    only(path, (record) => record.path) ??
    only(link && stemOf(link), (record) => stemOf(record.path)) ??
    only(number?.replace(/^0+/u, ''), ({ path: own }) => numberOf(own)) ??
    only(titleWordsOf(text), ({ title }) => title && titleWordsOf(title))
  );
}

const stemOf = (path: string): string => removeEnding(path.split('/').at(-1) ?? path).toLowerCase();

const numberOf = (path: string): string | undefined => /\d+/u.exec(stemOf(path))?.[0].replace(/^0+/u, '');

/** The words of a title in lower case, without its number. */
const titleWordsOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]*(?:(?:adr|rfc|dr|decision)?[-_ #]*\d+[-.:)–—\s]+)?/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
