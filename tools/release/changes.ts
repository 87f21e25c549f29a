/** Heading of the changes that no release has yet. */
const OPEN_HEADING = '## Not released yet';

interface Release {
  readonly version: string;
  /** Day of the release, such as 2026-12-01. */
  readonly day: string;
}

/** Changelog in which the changes so far belong to the release, below an empty heading for the next one. */
export function changelogOf(changelog: string, { version, day }: Release): string {
  requireOpenHeading(changelog);
  return changelog.replace(OPEN_HEADING, `${OPEN_HEADING}\n\n## ${version} (${day})`);
}

interface Notes {
  readonly changelog: string;
  /** First lines of the commits since the last release, the newest first. */
  readonly commits: readonly string[];
}

/** Text of the release: what callers have to know, and every commit. */
export function releaseNotes({ changelog, commits }: Notes): string {
  requireOpenHeading(changelog);
  const [, rest] = changelog.split(OPEN_HEADING);
  const [open] = rest!.split(/^## /m);
  return `${open!.trim()}\n\n## Commits\n\n${commits.map((commit) => `- ${commit}`).join('\n')}\n`;
}

function requireOpenHeading(changelog: string): void {
  if (!changelog.includes(`${OPEN_HEADING}\n`)) throw new Error(`CHANGELOG.md has no heading "${OPEN_HEADING}".`);
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9a-z.]+)?$/;

/** Tells whether a version is well formed and above that of the last release, if there is one. */
export function isNext(version: string, last: string | undefined): boolean {
  const [next, before] = [VERSION.exec(version), VERSION.exec(last ?? '0.0.0')];
  if (!next || !before) return false;
  const places = [1, 2, 3].map((at) => Number(next[at]) - Number(before[at]));
  return (places.find((difference) => difference !== 0) ?? 0) > 0;
}
