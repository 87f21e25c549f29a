import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { analyse } from './analyse.ts';
import { isStopWord } from './languages/stop-words.ts';
import { TERM_CHARS_MAX } from './token.ts';

/** A copy of `runBounded` of libs/testing, which imports this project. */
const stopped = <Answer>(work: () => Answer): Answer =>
  runInNewContext('work()', { work }, { timeout: 30_000 }) as Answer;

const text = () =>
  fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 200 }));
const brokenText = () =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((units) => String.fromCharCode(...units));

describe('analyse keeps identifiers whole and in parts', () => {
  test.each<[string, string[], string[]]>([
    ['src/api/users.ts', ['src/api/users.ts'], ['src', 'api', 'users.ts', 'user', 'ts']],
    ['/v1/recall', ['v1/recall'], ['v1', 'recal']],
    ['src/a.ts:42', ['src/a.ts:42'], ['src/a.ts', 'src', 'a.ts', '42', 'a', 'ts']],
    ['C:\\Users\\bob', ['c:\\users\\bob'], ['c', 'user', 'bob']],
    ['payments.service.v2', ['payments.service.v2'], ['payment', 'servic', 'v2']],
    ['getUserById', ['getuserbyid'], ['get', 'user', 'by', 'id']],
    ['HTTPServer', ['httpserver'], ['http', 'server']],
    ['user_id', ['user_id'], ['user', 'id']],
    ['E4017', ['e4017'], ['e', '4017']],
    ['@scope/pkg', ['@scope/pkg'], ['scope', 'pkg']],
    ['c++', ['c++'], ['c']],
    ['node.js', ['node.js'], ['node', 'js']],
    ['.env', ['.env'], ['env']],
    ['--dry-run', ['--dry-run'], ['dry-run', 'dry', 'run']],
    ['v2.4.1', ['v2.4.1'], ['v2', '4', '1']],
    ['bob@example.com', ['bob@example.com'], ['bob', 'example.com', 'exampl', 'com']],
    ['https://example.com/a/', ['https://example.com/a'], ['http', 'example.com', 'a', 'exampl', 'com']],
    ['std::vector', ['std::vector'], ['std', 'vector']],
    ['coach:511', ['coach:511'], ['coach', '511']],
  ])('%s', (identifier, terms, parts) => {
    expect(analyse(identifier)).toEqual({ terms, parts });
    expect(analyse(`(see ${identifier}, please).`).terms).toEqual(['see', ...terms, 'pleas']);
  });

  it('writes a compound of prose out as well, since others write it with a space', () => {
    expect(analyse('self-care').terms).toEqual(['self-care', 'self', 'care']);
    expect(analyse('client/server').terms).toEqual(['client/server', 'client', 'server']);
    expect(analyse('src/api/users').terms).toEqual(['src/api/users']);
  });

  it('reads signs that are no part of a name as borders', () => {
    expect(analyse('great!! wow++ word--word wait...what @alice #tag _so_ **bold** x=1').terms).toEqual([
      'great',
      'wow',
      'word',
      'word',
      'wait',
      'what',
      'alic',
      'tag',
      'so',
      'bold',
      'x',
      '1',
    ]);
  });

  it('reads a grouped number as one', () => {
    expect(analyse('1,000,000 in 2024, 12 left').terms).toEqual(['1000000', 'in', '2024', '12', 'left']);
  });
});

describe('analyse reads one word in one way', () => {
  test.each([
    ['Café', 'cafe'],
    ['ＤＥＰＬＯＹ', 'deploy'],
    ['Straße', 'STRASSE'],
    ['Ελλάδα', 'ΕΛΛΑΔΑ'],
    ['ёлка', 'Елка'],
    ['Łódź', 'lodz'],
    ['İzmir', 'izmir'],
    ['ﬁle', 'file'],
    ["Melanie's", 'Melanie'],
    ['Melanie’s', 'Melanie'],
    ["users'", 'user'],
    ["O'Brien", 'OBrien'],
    ["John'll", 'john'],
    ['مُحَمَّد', 'محمد'],
    ['co\u00adoperate', 'cooperate'],
    ['e\u0301te\u0301', 'été'],
  ])('%s is %s', (one, other) => {
    expect(analyse(one).terms).toEqual(analyse(other).terms);
    expect(analyse(one).terms).toHaveLength(1);
  });

  // Behaviour 4
  it('keeps the vowel signs of Hindi and Thai', () => {
    expect(analyse('हिन्दी में').terms).toEqual(['हिन्दी', 'में']);
    expect(analyse('ทำงาน').terms).toEqual(['ทำงาน']);
  });

  it('takes no word for a stop word because its stem looks like one', () => {
    expect(analyse('use used using').terms.some(isStopWord)).toBe(false);
    expect(new Set(analyse('use used using').terms).size).toBe(1);
  });

  it('takes an emoji for a word', () => {
    expect(analyse('done 🎉 🇩🇪').terms).toEqual(['done', '🎉', '🇩🇪']);
  });
});

describe('analyse finds a query within a text without spaces', () => {
  test.each([
    ['我们在北京大学学习', '北京大学'],
    ['我们在北京大学学习', '京大'],
    ['東京都に住んでいます', '京都'],
    ['サーバーが落ちた', 'サーバー'],
    ['한국어를 공부합니다', '한국어'],
    ['ผมเรียนที่มหาวิทยาลัยเชียงใหม่', 'มหาวิทยาลัย'],
  ])('%s holds %s', (document, query) => {
    const wanted = analyse(query).terms;

    expect(` ${analyse(document).terms.join(' ')} `).toContain(` ${wanted.join(' ')} `);
  });

  it('has single characters among the parts', () => {
    expect(analyse('我的猫很可爱').parts).toContain('猫');
    expect(analyse('책을 읽다').parts).toContain('책');
  });

  it('reads other scripts in between as usual', () => {
    expect(analyse('用Python写src/api.ts的').terms).toEqual(['用', 'python', '写', 'src/api.ts', '的']);
  });
});

describe('analyse holds its laws', () => {
  it('never throws, and makes no term that is empty, too long, spaced or half a character', () => {
    fc.assert(
      fc.property(fc.oneof(text(), brokenText()), (any) => {
        const { terms, parts } = analyse(any);
        for (const term of [...terms, ...parts]) {
          expect(term).not.toMatch(/^$|\s/);
          expect(term.length).toBeLessThanOrEqual(TERM_CHARS_MAX + 1);
          expect(term.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('holds the terms of every passage in a row', () => {
    fc.assert(
      fc.property(text(), text(), text(), (before, passage, after) => {
        const whole = analyse(`${before} ${passage} ${after}`).terms;

        expect(whole).toEqual([...analyse(before).terms, ...analyse(passage).terms, ...analyse(after).terms]);
      }),
      { numRuns: 500 },
    );
  });

  it('says the same again, whatever was read in between', () => {
    fc.assert(fc.property(text(), (any) => expect(analyse(any)).toEqual(analyse(any))));
  });

  it('cuts endless tokens, and reads floods of them in linear time', () => {
    const floods = [
      'a',
      'a.',
      'aB',
      '@a',
      '!@a-',
      '--a',
      'a_',
      'ก็ำ',
      'aก我',
      'a\u0301\u0316',
      "a'",
      '"a',
      '\ud800a',
      '1,',
      'c++',
    ];

    for (const flood of floods) {
      const { terms } = stopped(() => analyse(flood.repeat(300_000 / flood.length)));

      expect(terms.every((term) => term.length <= TERM_CHARS_MAX)).toBe(true);
    }
  });
});
