import { modeFit } from './mode.ts';

it('prefers what the mode is about and hides nothing', () => {
  const decision = modeFit('decision', { store: 'semantic', category: 'decision' });
  const fact = modeFit('decision', { store: 'semantic', category: 'fact' });

  expect(decision).toBe(1);
  expect(fact).toBeGreaterThan(0);
  expect(fact).toBeLessThan(decision);
});

it('has no preference in general mode', () => {
  expect(modeFit('general', { store: 'semantic', category: 'decision' })).toBe(0);
});
