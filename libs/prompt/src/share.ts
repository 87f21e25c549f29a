/** What one item takes at least, and how long its text is. */
export interface ItemSize {
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
  sizes: readonly ItemSize[],
  leastText = LEAST_TEXT,
): { shown: number; textMax: number } {
  for (let shown = sizes.length; shown > 0; shown--) {
    const taken = sizes.slice(0, shown);
    const textMax = evenShare(budget - taken.reduce((sum, { fixed }) => sum + fixed, 0), taken);
    const least = shown === 1 ? LEAST_TEXT_OF_FIRST : leastText;
    if (textMax >= least || taken.every(({ text }) => text <= textMax)) return { shown, textMax };
  }
  return { shown: 0, textMax: 0 };
}

function evenShare(budget: number, sizes: readonly ItemSize[]): number {
  const texts = sizes.map(({ text }) => text).sort((a, b) => a - b);
  let left = budget;
  for (const [at, text] of texts.entries()) {
    const share = Math.floor(left / (texts.length - at));
    if (text > share) return share;
    left -= text;
  }
  return left < 0 ? left : Number.MAX_SAFE_INTEGER;
}
