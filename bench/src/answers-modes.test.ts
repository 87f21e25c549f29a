import { ModeEffects, modeOf } from './answers-modes.ts';

test('asks in the mode of the set, else in that of the kind', () => {
  expect(modeOf({ kind: 'fact', mode: 'conversation' })).toBe('conversation');
  expect(modeOf({ kind: 'owner' })).toBe('people');
  expect(modeOf({ kind: 'rule' })).toBeUndefined();
});

test('counts by mode which right items rose, fell, or could not rise', () => {
  const effects = new ModeEffects();
  const sought = { expect: ['m1'] };

  effects.add('people', sought, { plain: ['m2', 'm1'], moded: ['m1', 'm2'] });
  effects.add('people', sought, { plain: ['m2'], moded: ['m2', 'm1'] });
  effects.add('people', sought, { plain: ['m1'], moded: ['m2', 'm1'] });
  effects.add('people', sought, { plain: ['m1'], moded: ['m1'] });

  expect(effects.lines.map((line) => line.match(/\d+/g)?.map(Number))).toEqual([[4, 2, 2, 1]]);
});
