/**
 * Whether a path pattern of an ownership file matches a path or a folder above it. `*` and `?` match within one
 * segment, `**` matches across segments. A pattern with a slash before its end is anchored at the root; any other
 * pattern matches at every depth. `dir/` and `dir` match everything below the folder, `dir/*` only its direct children.
 * The time is at most proportional to the product of the lengths of pattern and path.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const inner = pattern.replace(/\/$/u, '');
  const parts = inner.split('/').filter((part) => part !== '');
  if (parts.length === 0) return pattern === '/' || path === '';
  const isAnchored = inner.includes('/');
  const last = parts.at(-1);
  const isShallow = last === '*' && !pattern.endsWith('/') && isAnchored;
  const whole = [...(isAnchored ? [] : ['**']), ...parts, ...(isShallow ? [] : ['**'])];
  return matchesSequence(whole, path.split('/'), { isGap: (part) => part === '**', isEqual: matchesPart });
}

/**
 * The specificity of a pattern: the number of its segments before the first wildcard (0 if it is not anchored), then the number of its
 * literal characters.
 */
export function specificityOf(pattern: string): readonly [number, number] {
  const parts = pattern.split('/').filter((part) => part !== '');
  const isAnchored = pattern.replace(/\/$/u, '').includes('/') && !pattern.startsWith('*');
  const literal = parts.findIndex((part) => /[*?]/u.test(part));
  return [isAnchored ? (literal === -1 ? parts.length : literal) : 0, pattern.replace(/[*?/]/gu, '').length];
}

/** Whether a pattern has only wildcards, so that it matches every path of its repository. */
export const matchesAll = (pattern: string): boolean => !/[^*/]/u.test(pattern);

/** Whether a name is written as a path: with a slash, a leading dot or a file extension. */
export const isPath = (name: string): boolean =>
  !/\s/u.test(name) && /[^/]\/|\/[^/]|^\.[\w-]|[\w-]\.\w{1,10}$/u.test(name);

const matchesPart = (pattern: string, part: string) =>
  matchesSequence([...pattern], [...part], {
    isGap: (letter) => letter === '*',
    isEqual: (letter, other) => letter === '?' || letter === other,
  });

interface Matching {
  readonly isGap: (part: string) => boolean;
  readonly isEqual: (pattern: string, part: string) => boolean;
}

/** Matches wildcards and backtracks only to the last gap, which then takes one more part. */
function matchesSequence(pattern: readonly string[], parts: readonly string[], { isGap, isEqual }: Matching): boolean {
  let at = 0;
  let gap = -1;
  let gapEnd = 0;
  for (let index = 0; index < parts.length;) {
    const wanted = pattern[at];
    if (wanted !== undefined && isGap(wanted)) {
      gap = at++;
      gapEnd = index;
    } else if (wanted !== undefined && isEqual(wanted, parts[index]!)) {
      at++;
      index++;
    } else if (gap >= 0) {
      at = gap + 1;
      index = ++gapEnd;
    } else return false;
  }
  return pattern.slice(at).every(isGap);
}
