import { CairnError, type ErrorCode } from '@cairn/contracts';

interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly isMet: (path: string) => boolean;
}

const refusals: readonly Refusal[] = [
  {
    code: 'note/path-control',
    message: 'The path holds a NUL or another control character.',
    isMet: (path) => /\p{Cc}/u.test(path),
  },
  {
    code: 'note/path-encoding',
    message: 'The path is percent-encoded or holds half of a character. Send it as plain text.',
    isMet: (path) => /%[0-9a-f]{2}/i.test(path) || !path.isWellFormed(),
  },
  {
    code: 'note/path-home',
    message: 'The path begins with ~. Paths are relative to the workspace.',
    isMet: (path) => path.startsWith('~'),
  },
  {
    code: 'note/path-absolute',
    message: 'The path is absolute. Paths are relative to the workspace.',
    isMet: (path) => /^(\/|[a-z][a-z0-9+.-]*:)/i.test(path),
  },
  {
    code: 'note/path-traversal',
    message: 'The path holds a segment "..".',
    isMet: (path) => path.split('/').includes('..'),
  },
  {
    code: 'note/not-markdown',
    message: 'The path names no Markdown file (.md or .markdown).',
    isMet: (path) => !/[^/]\.(md|markdown)$/i.test(path),
  },
];

/**
 * Normalises the path of a note for the workspace's table: relative, with `/` between segments, without `.` and empty segments,
 * in Unicode NFC. A backslash counts as `/`. The path is a key and is never opened. Throws a `CairnError` with a code for each
 * fault: `note/path-control`, `note/path-encoding`, `note/path-home`, `note/path-absolute`, `note/path-traversal`,
 * `note/not-markdown`.
 */
export function normaliseNotePath(path: string): string {
  const slashed = path.replaceAll('\\', '/').normalize('NFC');
  const normalised = slashed
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
  // Checks the path before and after normalisation, since normalisation can make a path harmful: `./~/a.md`.
  const refusal = refusals.find(({ isMet }) => isMet(slashed) || isMet(normalised));
  if (refusal)
    throw new CairnError(refusal.code, refusal.message, { issues: [{ field: 'path', message: refusal.message }] });
  return normalised;
}
