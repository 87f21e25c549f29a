import { hostileTextContract } from '@cairn/testing';
import { recordAsMarkdown } from './asciidoc.ts';
import { recordFactsOf, recordTitleOf } from './record-facts.ts';
import { recordLinksOf } from './record-links.ts';

const markdownOf = (text: string) => recordAsMarkdown('docs/adr/0001-x.adoc', text);
const linksIn = (text: string) =>
  recordLinksOf(markdownOf(text)).map(({ type, back, to, line }) => [
    line,
    back ? `${type} back` : type,
    to.link ?? to.text,
  ]);

it.each([
  ['a document attribute', '= Use MySQL\n:status: Superseded\n:revdate: 2026-05-01\n\n== Context\n'],
  ['a section', '= Use MySQL\nAnn Bell\nv1.0, 2026-05-01\n\n== Status\n\nSuperseded\n'],
  ['a label list', '= Use MySQL\n\nStatus:: Superseded\nDate:: 2026-05-01\n'],
  ['a row of a table', '= Use MySQL\n\n|===\n| Status | Superseded\n| Date | 1 May 2026\n|===\n'],
  [
    'cells on lines of their own',
    '= Use MySQL\n\n[cols="1,3"]\n|===\n|Status\n|Superseded\n\n|Date\n|2026-05-01\n|===\n',
  ],
  [
    'a table with a head',
    '= Use MySQL\n\n[options="header"]\n|===\n| Status | Date\n\n| Superseded | 2026-05-01\n|===\n',
  ],
  ['underlined titles', 'Use MySQL\n=========\n\nStatus\n------\n\nSuperseded\n\nDate\n~~~~\n\n2026-05-01\n'],
  ['struck text', '= Use MySQL\n\n== Status\n\n[line-through]#Accepted# Superseded\n\n*Date:* 2026-05-01\n'],
])('reads status, date and title from %s', (_, text) => {
  const markdown = markdownOf(text);

  expect(recordFactsOf(markdown)).toMatchObject({ status: 'superseded', date: '2026-05-01', isRetired: true });
  expect(markdown.split('\n')).toHaveLength(text.split('\n').length);
});

it.each([
  ['fewer cells than columns', '[cols="3*"]\n|===\n| one | two\n|===\n'],
  ['more columns than anybody has', '[cols="900000000*"]\n|===\n| one | two\n|===\n'],
  ['no end', '[cols="3*"]\n|===\n| one | two\n'],
])('keeps the cells of a table that has %s', (_, table) => {
  expect(markdownOf(`= Use MySQL\n\n${table}`)).toContain('| one | two |');
});

it('reads nothing from comments and code, and keeps code as it is', () => {
  const text =
    '= Queue\n\n// Status: rejected\n////\nStatus: rejected\n////\n\n[source,sql]\n----\nStatus: rejected\n----\n\nStatus: Accepted\n';

  expect(recordFactsOf(markdownOf(text)).status).toBe('accepted');
  expect(markdownOf(text)).toContain('```\nStatus: rejected\n```');
  expect(recordTitleOf('docs/adr/0001-queue.adoc', markdownOf('== Context\n'), 'Context')).toBe('0001-queue');
});

it.each([
  ['Superseded by link:0002-postgres.adoc[Use Postgres]', 'replaces back', '0002-postgres.adoc'],
  ['Superseded by xref:0002-postgres.adoc#top[Use Postgres].', 'replaces back', '0002-postgres.adoc'],
  ['Superseded by <<0002-postgres.adoc#,Use Postgres>>', 'replaces back', '0002-postgres.adoc'],
  ['Supersedes <<0002-postgres#>>', 'replaces', '0002-postgres'],
  ['Supersedes 0002-postgres.adoc', 'replaces', '0002-postgres.adoc'],
  ['* Amends link:../old/0003.adoc[ADR 3]', 'amends', '../old/0003.adoc'],
  ['Superseded by [Use Postgres] (0002-postgres.md)', 'replaces back', '0002-postgres.md'],
])('links by %s', (line, type, link) => {
  expect(linksIn(`= One\n\n${line}\n`)).toEqual([[3, type, link]]);
});

it('takes a place of the same record for no other record', () => {
  expect(linksIn('= One\n\nRelated to <<_context,the context>>.\n').map(([, , to]) => to)).not.toContain('_context');
});

it('leaves Markdown as it is', () => {
  expect(recordAsMarkdown('0001-x.md', '= no heading\n* one')).toBe('= no heading\n* one');
});

const pieces = ['[line-through]#', '<<a,', 'link:', 'link:a[', 'https://', '| a', ':::', '=== ', '[[', '*', ''];

hostileTextContract('AsciiDoc', {
  units: pieces.flatMap((piece) => ['', '\n', ' '].map((joint) => `${piece}${joint}`)).filter((unit) => unit !== ''),
  // Without its first letter, a text of headings or cells begins with their sign.
  readers: { 'a record': markdownOf, 'a record that begins with a sign': (text) => markdownOf(text.slice(1)) },
});
