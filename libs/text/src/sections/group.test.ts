import * as fc from 'fast-check';
import { groupOf, headingsAt, sectionPathOf } from './group.ts';

describe('groupOf', () => {
  test.each([
    ['s1', 's1'],
    [null, null],
    [undefined, null],
  ])('of a message in session %p is %p, whatever its title', (sessionKey, group) => {
    expect(groupOf({ kind: 'message', sessionKey, title: 'Plan / Freeze' })).toBe(group);
  });

  test.each<[string | null | undefined, string | null]>([
    ['Release plan / Freeze', 'Release plan'],
    ['Release plan / Freeze / Exceptions', 'Release plan'],
    ['Release plan > Freeze', 'Release plan'],
    ['Release plan › Freeze', 'Release plan'],
    ['Release plan » Freeze', 'Release plan'],
    ['Release plan   /   Freeze', 'Release plan'],
    [' Release plan / Freeze ', 'Release plan'],
    ['Freigabeplan / Ausnahmen', 'Freigabeplan'],
    ['发布计划 / 例外', '发布计划'],
    ['Release plan', null],
    ['src/plan.ts', null],
    ['a/b testing', null],
    ['and/ or', null],
    ['/ Freeze', null],
    [' / Freeze', null],
    ['Release plan /', null],
    ['Release plan / ', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('of a memory with the title %p is %p', (title, group) => {
    expect(groupOf({ kind: 'memory', title, sessionKey: 's1' })).toBe(group);
  });
});

describe('sectionPathOf', () => {
  test.each<[string, string[]]>([
    ['Release plan / Freeze / Exceptions', ['Freeze', 'Exceptions']],
    ['Release plan  >  Freeze ', ['Freeze']],
    ['Release plan', []],
    ['', []],
  ])('of %p is %j', (title, path) => {
    expect(sectionPathOf(title)).toEqual(path);
  });
});

describe('whatever the title', () => {
  const title = fc
    .array(fc.constantFrom('a', ' ', '/', '>', '\n', '\u203a', 'b'), { maxLength: 12 })
    .map((all) => all.join(''));

  it('is a group only where there is a path, and both have no space around them', () => {
    fc.assert(
      fc.property(fc.oneof(title, fc.string({ unit: 'binary' })), (text) => {
        const group = groupOf({ kind: 'memory', title: text });
        const path = sectionPathOf(text);

        expect(group === null || path.length > 0).toBe(true);
        expect([group ?? '', ...path].filter((each) => each !== each.trim())).toEqual([]);
      }),
    );
  });

  test.each([' ', '\n', '/', ' /', ' / '])('comes to an end with 100,000 characters of %p', (piece) => {
    const text = piece.repeat(100_000 / piece.length);

    expect(groupOf({ kind: 'memory', title: text })).toBeNull();
    expect(sectionPathOf(text).length).toBeLessThan(100_000);
  });
});

describe('headings above a place', () => {
  const text = '# Plan\nWhy.\n## Freeze\nFrom Friday.\n### Exceptions\nNone.\n## Owners\n#hashtag\nAda.';

  it.each([
    ['Why', ['Plan']],
    ['From Friday', ['Plan', 'Freeze']],
    ['None', ['Plan', 'Freeze', 'Exceptions']],
    ['Ada', ['Plan', 'Owners']],
  ])('of %s', (place, expected) => {
    expect(headingsAt(text, text.indexOf(place))).toEqual(expected);
  });

  it('are none in plain text, and at most six deep in any text', () => {
    expect(headingsAt('no heading', 3)).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('#', ' ', '\n', 'a') }), (any) => {
        expect(headingsAt(any, any.length).length).toBeLessThanOrEqual(6);
      }),
    );
  });
});
