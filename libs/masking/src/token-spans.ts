import { bitsPerCharacter, isPlaceholder, looksRandom } from './looks.ts';
import { tokenRules, type TokenRule } from './rules/tokens.ts';
import type { Span } from './span.ts';

interface Token extends TokenRule {
  readonly shape: RegExp;
}

/** Minimum entropy of the part after a token's prefix, in bits per character. */
const ENTROPY_BITS_MIN = 1.5;

const rowsOfRules = tokenRules.flatMap((rule) =>
  rule.starts.map((start) => ({
    start,
    token: { ...rule, shape: new RegExp(start.replace(/\W/g, '\\$&') + rule.rest, 'y') },
  })),
);

/** Sorts longer prefixes first, so that `sk-ant-` is not matched as `sk-`. */
rowsOfRules.sort((one, other) => other.start.length - one.start.length);
const TOKEN_START = new RegExp(rowsOfRules.map(({ start }) => start.replace(/\W/g, '\\$&')).join('|'), 'g');

/** Tokens to try by matched prefix. They include tokens of shorter prefixes: `sk-` may match where `sk-proj-` does not. */
const tokensByStart: ReadonlyMap<string, readonly Token[]> = new Map(
  rowsOfRules.map(({ start: found }) => [
    found,
    rowsOfRules.filter(({ start }) => found.startsWith(start)).map(({ token }) => token),
  ]),
);

/** Finds tokens by their fixed prefixes. */
export function tokenSpans(text: string): Span[] {
  const spans: Span[] = [];
  TOKEN_START.lastIndex = 0;
  for (let match = TOKEN_START.exec(text); match; match = TOKEN_START.exec(text)) {
    const tokens = tokensByStart.get(match[0]) ?? [];
    const span = isBeginning(text, match.index) ? spanOf(text, match, tokens) : undefined;
    if (!span) continue;
    spans.push(span);
    TOKEN_START.lastIndex = span.to;
  }
  return spans;
}

function spanOf(text: string, { 0: start, index: from }: RegExpExecArray, tokens: readonly Token[]): Span | undefined {
  for (const { shape, kind, ambiguous } of tokens) {
    // In `task-sk-management`, the prefix is part of a word.
    if (ambiguous && /[_-]/.test(text[from - 1] ?? ' ')) continue;
    shape.lastIndex = from;
    const token = shape.exec(text)?.[0];
    if (token !== undefined && isToken(token.slice(start.length), ambiguous))
      return { from, to: shape.lastIndex, kind };
  }
  return undefined;
}

const isToken = (rest: string, ambiguous: boolean | undefined): boolean =>
  ambiguous
    ? looksRandom(rest) && !isPlaceholder(rest)
    : bitsPerCharacter(rest.slice(0, 200)) >= ENTROPY_BITS_MIN && !/x{8}|X{8}|0{8}|example|\.\.\.|your[_-]/.test(rest);

/**
 * True when a token can begin here. After a letter or digit it can begin only if that ends an escape, such as `%22` in a URL.
 */
function isBeginning(text: string, at: number): boolean {
  if (at === 0 || !/[A-Za-z0-9]/.test(text[at - 1]!)) return true;
  return /\\[nrtbf]$|%[0-9A-Fa-f]{2}$|\\u[0-9a-fA-F]{4}$/.test(text.slice(Math.max(0, at - 6), at));
}
