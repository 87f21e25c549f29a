import { changelogOf, isNext, releaseNotes } from './changes.ts';

const changelog =
  '# Changes\n\n## Not released yet\n\n- **One.** A change.\n\n## 0.1.0 (2026-01-01)\n\n- **Old.** Before.\n';

it('gives the changes so far to the release, and begins the next one', () => {
  expect(changelogOf(changelog, { version: '0.2.0', day: '2026-12-01' })).toBe(
    '# Changes\n\n## Not released yet\n\n## 0.2.0 (2026-12-01)\n\n- **One.** A change.\n\n## 0.1.0 (2026-01-01)\n\n- **Old.** Before.\n',
  );
});

it('notes what callers have to know and every commit, and nothing of an older release', () => {
  expect(releaseNotes({ changelog, commits: ['A commit', 'Another'] })).toBe(
    '- **One.** A change.\n\n## Commits\n\n- A commit\n- Another\n',
  );
});

it('refuses a changelog without the heading', () => {
  expect(() => releaseNotes({ changelog: '# Changes\n', commits: [] })).toThrow('has no heading');
});

it.each([
  ['0.1.0', undefined, true],
  ['0.2.0', '0.1.9', true],
  ['1.0.0', '0.9.0', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.1', '0.2.0', false],
  ['v1.0.0', undefined, false],
  ['1.0', undefined, false],
])('takes %s after %s as the next version: %s', (version, last, isSo) => {
  expect(isNext(version, last)).toBe(isSo);
});
