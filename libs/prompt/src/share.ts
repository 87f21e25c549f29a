/** Fixed size of an item beside its text, and the length of the text. */
export interface ItemSize {
  readonly fixed: number;
  readonly text: number;
}

/** Least share of a long text: below this it says too little, so a lower-ranked item is left out instead. */
const LEAST_TEXT = 300;
const LEAST_TEXT_OF_FIRST = 40;

/**
 * Shares a budget of characters: how many of the items, best first, are shown, and how many characters each text may
 * have. Short texts stay whole and leave their unused share to the long ones.
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
