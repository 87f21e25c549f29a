/** The maximum nesting of brackets and backticks, which is more than people write. */
const LEVELS_MAX = 32;

/**
 * Splits a script into parts of bounded nesting; deeper levels become separate parts. A parser reads each nested level
 * again, so its time is linear in the length of the script only if there are few levels.
 */
export function splitByNesting(script: string): string[] {
  const parts: string[] = [];
  const open: string[] = [];
  let from = 0;
  for (let at = 0; at < script.length; at += 1) {
    const sign = script[at]!;
    if (sign === '\\') at += 1;
    else if (sign === '`' && open.includes(sign)) open.length = open.lastIndexOf(sign);
    else if (sign === '(' || sign === '{' || sign === '`') open.push(sign);
    else if (open.at(-1) === openingByClosing[sign]) open.pop();
    if (open.length <= LEVELS_MAX) continue;
    parts.push(script.slice(from, at));
    from = at + 1;
    open.length = 0;
  }
  return [...parts, script.slice(from)];
}

const openingByClosing: Readonly<Record<string, string>> = { ')': '(', '}': '{' };
