/** Size of an item in characters: `fixed` for everything except its text, and the length of its text. */
export interface ItemSize {
  readonly fixed: number;
  readonly text: number;
}

/** Minimum number of characters of a long text; a shorter part says too little, so a lower-ranked item is left out instead. */
const TEXT_CHARS_MIN = 300;
const FIRST_TEXT_CHARS_MIN = 40;

/**
 * Divides a budget of characters among items, best first. Returns how many items are shown, and how many characters the
 * text of each may have. Short texts stay whole, and the share that they do not use goes to the long texts.
 */
export function shareBudget(
  budget: number,
  sizes: readonly ItemSize[],
  textCharsMin = TEXT_CHARS_MIN,
): { shown: number; textMax: number } {
  for (let shown = sizes.length; shown > 0; shown--) {
    const taken = sizes.slice(0, shown);
    const textMax = evenShare(budget - taken.reduce((sum, { fixed }) => sum + fixed, 0), taken);
    const least = shown === 1 ? FIRST_TEXT_CHARS_MIN : textCharsMin;
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
