import fc from 'fast-check';
import { linesOf } from './lines.ts';
import { readNote } from './read-note.ts';

describe('readNote', () => {
  it('reads front matter, links, day and chunks with the lines of the file', () => {
    const text = '---\ntitle: Standup\ntags: [team]\n---\n# Notes\nSee [[people/mara#Rota|Mara]].\n';

    expect(readNote('memory/2026-02-23.md', text)).toEqual({
      title: 'Standup',
      date: '2026-02-23',
      fields: { title: 'Standup', tags: ['team'] },
      links: [{ kind: 'wiki', target: 'people/mara', heading: 'Rota', label: 'Mara', line: 6 }],
      chunks: [{ startLine: 5, endLine: 6, headings: ['Notes'], text: '# Notes\nSee [[people/mara#Rota|Mara]].' }],
      totalLines: 6,
    });
  });

  it.each([
    ['docs/queue.md', 'No heading.', 'queue'],
    ['docs/queue.md', '## The queue\ntext', 'The queue'],
    ['docs/queue.md', '---\ntitle: "  "\n---\ntext', 'queue'],
  ])('finds a title for %s with %j', (path, text, title) => {
    expect(readNote(path, text).title).toBe(title);
  });

  it('takes text between two rules for text, and a file with a mark at its beginning as without', () => {
    const ruled = readNote('a.md', '---\n\nA rule stands first: the numbat.\n\n---\n\nMore.\n');

    expect(ruled).toMatchObject({ fields: {}, chunks: [{ startLine: 1 }] });
    expect(ruled.chunks.map(({ text }) => text).join()).toContain('numbat');
    expect(ruled.problem).toBeUndefined();
    expect(readNote('a.md', '\uFEFF---\ntitle: Marked\n---\nx').title).toBe('Marked');
  });

  it('reads the fields that stand in lines of their own where the front matter is broken', () => {
    const { fields, problem } = readNote('a.md', '---\ntitle: Bad: colon here\ntags: [one, "two"]\n---\nbody');

    expect(fields).toEqual({ title: 'Bad: colon here', tags: ['one', 'two'] });
    expect(problem).toBeDefined();
  });

  it('keeps the body of a note whose front matter is broken, and says what is wrong', () => {
    const note = readNote('a.md', '---\na: [\n---\nbody');

    expect(note.problem).toMatch(/^the front matter is no YAML/);
    expect(note.chunks.map(({ text }) => text)).toEqual(['body']);
  });

  it('reads the fields of TOML between two lines of pluses, and takes pluses without fields for text', () => {
    const note = readNote('a.md', '+++\ntitle = "Plover"\ntags = ["ops", "db"]\ndate = 2026-03-14\n+++\nbody\n');

    expect(note).toMatchObject({ title: 'Plover', date: '2026-03-14', fields: { tags: ['ops', 'db'] } });
    expect(note.chunks).toEqual([{ startLine: 6, endLine: 6, headings: [], text: 'body' }]);
    expect(readNote('a.md', '+++\nbetter\n+++\n').chunks[0]).toMatchObject({ startLine: 1 });
    expect(readNote('a.md', '+++\na = 1\n').chunks[0]).toMatchObject({ startLine: 1 });
  });

  it('takes a line of dashes without an end for text', () => {
    expect(readNote('a.md', '---\ntext').chunks[0]).toMatchObject({ startLine: 1, endLine: 2 });
  });

  it('takes the day of the front matter before that of the name, and only days of the calendar', () => {
    expect(readNote('2026-01-01.md', '---\ndate: 2026-03-14\n---\n').date).toBe('2026-03-14');
    expect(readNote('2026-02-30.md', '').date).toBeUndefined();
  });

  it('finds no link in code, and none that is escaped', () => {
    const text = '`[[a]]` \\[[b]] [[c]] \\[x](x.md) ![d](d.md)\n\n```\n[[d]]\n```\n';

    expect(readNote('a.md', text).links).toEqual([{ kind: 'wiki', target: 'c', line: 1 }]);
  });

  it('reads any text without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(readNote('a.md', text).totalLines).toBe(linesOf(text).length);
      }),
    );
  });
});
