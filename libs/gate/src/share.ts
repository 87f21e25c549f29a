/** What one item takes at least, and how long its text is. */
export interface Appetite {
  readonly fixed: number;
  readonly text: number;
}

/** Below this a long text says too little; a lower-ranked item is left out instead. */
const LEAST_TEXT = 300;
const LEAST_TEXT_OF_FIRST = 40;

/**
 * Shares a budget of characters: how many of the items, best first, are shown, and how many characters of text each may
 * have. Short texts stay whole and leave what they do not need to the long ones.
 */
export function shareBudget(
  budget: number,
  appetites: readonly Appetite[],
  leastText = LEAST_TEXT,
): { shown: number; textMax: number } {
  for (let shown = appetites.length; shown > 0; shown--) {
    const eaters = appetites.slice(0, shown);
    const textMax = evenShare(budget - eaters.reduce((sum, { fixed }) => sum + fixed, 0), eaters);
    const least = shown === 1 ? LEAST_TEXT_OF_FIRST : leastText;
    if (textMax >= least || eaters.every(({ text }) => text <= textMax)) return { shown, textMax };
  }
  return { shown: 0, textMax: 0 };
}

function evenShare(budget: number, eaters: readonly Appetite[]): number {
  const texts = eaters.map(({ text }) => text).sort((a, b) => a - b);
  let left = budget;
  for (const [at, text] of texts.entries()) {
    const share = Math.floor(left / (texts.length - at));
    if (text > share) return share;
    left -= text;
  }
  return left < 0 ? left : Number.MAX_SAFE_INTEGER;
}
