import { hasBrowserAtHand } from './open-browser.ts';

const desk = { isTerminal: true, platform: 'linux', env: { DISPLAY: ':0' } } as const;

it('opens the browser for a person at a terminal with a display', () => {
  expect(hasBrowserAtHand(desk)).toBe(true);
  expect(hasBrowserAtHand({ ...desk, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBe(true);
  expect(hasBrowserAtHand({ ...desk, platform: 'darwin', env: {} })).toBe(true);
});

it('opens none without a display, over ssh, in CI, or where nobody reads what is printed', () => {
  for (const env of [{}, { DISPLAY: ':0', SSH_CONNECTION: '::1' }, { DISPLAY: ':0', CI: 'true' }])
    expect(hasBrowserAtHand({ ...desk, env })).toBe(false);
  expect(hasBrowserAtHand({ ...desk, isTerminal: false })).toBe(false);
});
