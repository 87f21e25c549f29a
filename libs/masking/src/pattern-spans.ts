import { isPlaceholder, looksRandom } from './looks.ts';
import { patternRules, type PatternRule } from './rules/patterns.ts';
import type { Span } from './span.ts';

/** Finds secrets by the text around them: addresses, headers, command lines, a secret next to its id. */
export function patternSpans(text: string): Span[] {
  const small = text.toLowerCase();
  return patternRules.flatMap((rule) => (rule.gates.some((gate) => small.includes(gate)) ? spansOf(text, rule) : []));
}

function spansOf(text: string, rule: PatternRule): Span[] {
  const spans: Span[] = [];
  for (const { groups, indices } of text.matchAll(rule.shape)) {
    const [name, secret] = Object.entries(groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    if (name === undefined || secret === undefined || !isSecret(secret, rule)) continue;
    const [from, to] = indices!.groups![name]!;
    spans.push({ from, to, kind: rule.kind });
  }
  return spans;
}

function isSecret(value: string, { random, basic }: PatternRule): boolean {
  if (basic) return isCredentials(value);
  return !isPlaceholder(value) && (!random || looksRandom(value, 12));
}

function isCredentials(base64: string): boolean {
  try {
    const [, name, password] =
      /^([\x20-\x7e\x80-\xff]{0,256}?):([\x20-\x7e\x80-\xff]{1,512})$/.exec(atob(base64)) ?? [];
    return name !== undefined && password !== undefined && !isPlaceholder(password);
  } catch {
    return false;
  }
}
