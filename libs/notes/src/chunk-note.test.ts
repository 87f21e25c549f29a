import fc from 'fast-check';
import { chunkNote } from './chunk-note.ts';
import { linesOf } from './lines.ts';

const chunksOf = (text: string, charsMax = 1600) => chunkNote(linesOf(text), { charsMax });

/** Lines with a meaning in Markdown, so that random notes have sections, code, lists and tables. */
const line = fc.oneof(
  fc.constantFrom(
    '',
    '# One',
    '## Two',
    '### Three',
    '```',
    '- item',
    '  - inner',
    '| a | b |',
    '|---|---|',
    '> quote',
    '===',
    '---',
  ),
  fc.string({ maxLength: 60 }),
);
const aNote = fc
  .tuple(fc.array(line, { maxLength: 60 }), fc.constantFrom('\n', '\r\n'))
  .map(([all, end]) => all.join(end));

describe('chunkNote', () => {
  it('cuts at headings and names those above, the outermost first', () => {
    const chunks = chunksOf('intro\n\n# Deploys\nWe ship on Tuesday.\n\n## Rollback\nAsk Mara.\n\n# People\nJoon.\n');

    expect(chunks).toEqual([
      { startLine: 1, endLine: 1, headings: [], text: 'intro' },
      { startLine: 3, endLine: 4, headings: ['Deploys'], text: '# Deploys\nWe ship on Tuesday.' },
      { startLine: 6, endLine: 7, headings: ['Deploys', 'Rollback'], text: '## Rollback\nAsk Mara.' },
      { startLine: 9, endLine: 10, headings: ['People'], text: '# People\nJoon.' },
    ]);
  });

  it('takes no heading from a block of code', () => {
    expect(chunksOf('# Setup\n```\n# a comment\n```\n').map(({ headings }) => headings)).toEqual([['Setup']]);
  });

  it('keeps a heading without a text of its own with the section below it', () => {
    expect(chunksOf('# Guide\n\n## Install\nRun it.')).toEqual([
      { startLine: 1, endLine: 4, headings: ['Guide', 'Install'], text: '# Guide\n\n## Install\nRun it.' },
    ]);
  });

  it('cuts a long section between its paragraphs', () => {
    const paragraph = 'word '.repeat(10).trim();
    const chunks = chunksOf(`# Long\n${[paragraph, paragraph, paragraph].join('\n\n')}`, 120);

    expect(chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 4],
      [6, 6],
    ]);
  });

  it('begins where the front matter ends', () => {
    expect(chunkNote(['---', 'a: 1', '---', 'text'], { fromLine: 4, charsMax: 99 })).toEqual([
      { startLine: 4, endLine: 4, headings: [], text: 'text' },
    ]);
  });

  it('puts each line that is not blank into exactly one chunk, whose text is its lines', () => {
    fc.assert(
      fc.property(aNote, fc.integer({ min: 1, max: 200 }), (text, charsMax) => {
        const lines = linesOf(text);
        const chunks = chunkNote(lines, { charsMax });
        const covered = chunks.flatMap(({ startLine, endLine }) => lines.slice(startLine - 1, endLine));

        for (const { startLine, endLine, text: cited } of chunks) {
          expect(lines.slice(startLine - 1, endLine).join('\n')).toBe(cited);
          expect(cited.length <= charsMax || startLine === endLine).toBe(true);
        }
        expect(chunks.every((chunk, index) => chunk.startLine > (chunks[index - 1]?.endLine ?? 0))).toBe(true);
        expect(covered.filter((one) => one.trim() !== '')).toEqual(lines.filter((one) => one.trim() !== ''));
      }),
    );
  });

  it('cuts one long section in time that grows with its length', () => {
    const costOf = (blocks: number) => {
      const lines = Array.from({ length: 2 * blocks }, (_, at) => (at % 2 === 0 ? 'a' : ''));
      const known = Array.from({ length: blocks }, (_, at) => ({ from: 2 * at, to: 2 * at + 1, isCode: false }));
      const start = process.cpuUsage();
      chunkNote(lines, { blocks: known, charsMax: 1600 });
      return process.cpuUsage(start).user / 1000;
    };
    const least = (blocks: number) => Math.min(...[1, 2, 3].map(() => costOf(blocks)));

    expect(least(320_000)).toBeLessThan(9 * Math.max(least(80_000), 40));
  });
});
