import { isPlaceholder, looksRandom } from './looks.ts';
import { ACCESS_COOKIE_NAME, ATTRIBUTE, COOKIES } from './rules/cookies.ts';
import type { Span } from './span.ts';

/** Matches one cookie after another, up to the end of the header. */
const COOKIE_PAIR =
  /([\w.$!#%&*+^|~-]{1,128})=(?:"([^"\n]{0,4096})"|([^\s;,"'`\\]{0,4096}))(?:;[ \t]{0,4}|(?=["'`\\\s,]|$))/y;
const SHORTEST_CHARS = 6;

/** Finds the cookies of sessions and logins. Other cookies, such as a theme or a language, are not masked. */
export function cookieSpans(text: string): Span[] {
  const spans: Span[] = [];
  COOKIES.lastIndex = 0;
  for (let head = COOKIES.exec(text); head; head = COOKIES.exec(text)) {
    COOKIE_PAIR.lastIndex = COOKIES.lastIndex;
    for (let pair = COOKIE_PAIR.exec(text); pair; pair = COOKIE_PAIR.exec(text)) {
      const [, name, quoted, bare = quoted] = pair;
      COOKIES.lastIndex = COOKIE_PAIR.lastIndex;
      if (!isSecret(name!, bare!)) continue;
      const from = pair.index + name!.length + (quoted === undefined ? 1 : 2);
      spans.push({ from, to: from + bare!.length, kind: 'cookie' });
    }
  }
  return spans;
}

function isSecret(name: string, value: string): boolean {
  if (ATTRIBUTE.test(name) || value.length < SHORTEST_CHARS || isPlaceholder(value)) return false;
  return ACCESS_COOKIE_NAME.test(name) ? /\d|[A-Z].*[a-z]|[a-z].*[A-Z]/.test(value) : looksRandom(value, 20);
}
