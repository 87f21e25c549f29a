import { CairnError } from '@cairn/contracts';
import fc from 'fast-check';
import { normaliseNotePath } from './note-path.ts';

/** Number of random paths; `npm run test:sync` sets 200,000. */
const PATHS = Number(process.env['CAIRN_SYNC_PATHS'] ?? 2_000);

const codeOf = (path: string): string => {
  try {
    normaliseNotePath(path);
  } catch (error) {
    if (error instanceof CairnError) return error.code;
    throw error;
  }
  return 'none';
};

describe('normaliseNotePath', () => {
  it.each([
    ['MEMORY.md', 'MEMORY.md'],
    ['./memory//2026-02-23.md', 'memory/2026-02-23.md'],
    ['memory\\team\\a.MD', 'memory/team/a.MD'],
    ['notes/cafe\u0301.md', 'notes/caf\u00e9.md'],
    ['a..b/c..md', 'a..b/c..md'],
  ])('reads %j as %j', (path, normalised) => {
    expect(normaliseNotePath(path)).toBe(normalised);
  });

  it.each([
    ['/etc/passwd', 'note/path-absolute'],
    ['\\\\server\\share\\a.md', 'note/path-absolute'],
    ['C:\\notes\\a.md', 'note/path-absolute'],
    ['file:///etc/a.md', 'note/path-absolute'],
    ['../a.md', 'note/path-traversal'],
    ['memory/../../a.md', 'note/path-traversal'],
    ['memory\\..\\a.md', 'note/path-traversal'],
    ['~/a.md', 'note/path-home'],
    ['~root/a.md', 'note/path-home'],
    ['.\\~.md', 'note/path-home'],
    ['./C:/a.md', 'note/path-absolute'],
    ['a\0.md', 'note/path-control'],
    ['a\n.md', 'note/path-control'],
    ['%2e%2e/a.md', 'note/path-encoding'],
    ['a%00.md', 'note/path-encoding'],
    ['a\ud800.md', 'note/path-encoding'],
    ['', 'note/not-markdown'],
    ['memory', 'note/not-markdown'],
    ['a.md/', 'note/not-markdown'],
    ['.md', 'note/not-markdown'],
    ['a.txt', 'note/not-markdown'],
  ])('refuses %j with %s', (path, code) => {
    expect(codeOf(path)).toBe(code);
  });

  it('gives only paths that stay below the root, and gives them again for themselves', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '/', '\\', '~', 'C:', '%2e', '\0', 'a', '.md', ' ', '\u0301'),
      fc.string({ unit: 'binary' }),
    );
    const path = fc.array(part, { maxLength: 8 }).map((parts) => `${parts.join('')}.md`);
    fc.assert(
      fc.property(path, (given) => {
        if (codeOf(given) !== 'none') return;
        const normalised = normaliseNotePath(given);

        expect(normalised.split('/').filter((one) => ['', '.', '..'].includes(one))).toEqual([]);
        expect(normalised).not.toMatch(/^[~/\\]|\\|\0/);
        expect(normaliseNotePath(normalised)).toBe(normalised);
      }),
      { numRuns: PATHS },
    );
  }, 300_000);
});
