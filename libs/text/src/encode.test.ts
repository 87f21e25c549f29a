import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { decodeTerm, encodeTerm, encodeTerms } from './encode.ts';

const hostile = [
  ...[
    'สวัสดี',
    'हिन्दी',
    'c++',
    'C++',
    'src/api/users.ts',
    'a.b.c',
    '👩‍💻',
    '🎉',
    '"quoted"',
    "o'brien",
    'a"b',
    '*',
    '-',
    'NEAR',
    'AND',
  ],
  ...[
    'a b',
    'a\u00a0b',
    'a\u3000b',
    'a\u2028b',
    'a\u0085b',
    'x\0y',
    '\ue000',
    '\ue041',
    '\ue080',
    '\ue0800041',
    '北京',
    'ñ',
    '\ud800',
    '\ufeff',
    'col:x',
    '(',
    '^a',
  ],
];

describe('encodeTerm', () => {
  it('is undone by decodeTerm, whatever the term', () => {
    const units = fc.array(
      fc.oneof(
        fc.integer({ min: 0, max: 0xffff }),
        fc.integer({ min: 0xdff0, max: 0xe090 }),
        fc.integer({ min: 0, max: 0x7f }),
      ),
    );
    fc.assert(
      fc.property(units, (codes) => {
        const term = String.fromCharCode(...codes);
        expect(decodeTerm(encodeTerm(term))).toBe(term);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves no space, no capital, no sign and no half character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (term) => {
        expect(encodeTerm(term)).toMatch(/^[a-z0-9\u0080-\u{10ffff}]*$/u);
        // Java's definition of white space. JavaScript's \s also has U+FEFF, at which no engine splits.
        expect(encodeTerm(term)).not.toMatch(/[\t-\r\u001c-\u001f\u0085\p{Z}]/u);
        expect(encodeTerm(term).isWellFormed()).toBe(true);
      }),
    );
  });

  it('leaves letters, digits and other scripts as they are', () => {
    expect(encodeTerms(['deploy', 'v2', '北京', 'สวัสดี'])).toBe('deploy v2 北京 สวัสดี');
  });

  it('is kept byte for byte by the ascii tokenizer of FTS5', () => {
    const db = new DatabaseSync(':memory:');
    db.exec(
      `create virtual table words using fts5(terms, tokenize='ascii'); create virtual table vocabulary using fts5vocab(words, row)`,
    );

    db.prepare('insert into words(terms) values (?)').run(encodeTerms(hostile));

    const stored = db
      .prepare('select term from vocabulary')
      .all()
      .map(({ term }) => decodeTerm(String(term)));
    expect(new Set(stored)).toEqual(new Set(hostile));
    db.close();
  });

  it('finds each term in FTS5, and a run of them as a phrase', () => {
    const db = new DatabaseSync(':memory:');
    db.exec(`create virtual table words using fts5(terms, tokenize='ascii')`);
    const insert = db.prepare('insert into words(rowid, terms) values (?, ?)');
    hostile.forEach((term, row) => insert.run(row, encodeTerms(['before', term, 'after'])));
    const find = db.prepare('select rowid from words where words match ?');

    hostile.forEach((term, row) => {
      expect(find.all(`"${encodeTerm(term)}"`).map(({ rowid }) => rowid)).toEqual([row]);
      expect(find.all(`"${encodeTerms(['before', term, 'after'])}"`).map(({ rowid }) => rowid)).toEqual([row]);
    });
    db.close();
  });
});
