const LONGEST_COMPARED = 40;

/**
 * How alike two words are, 0-1: twice the letters they share, of all letters, where shared are the longest common run and, to
 * either side of it, the same again (Ratcliff and Obershelp). Words beyond 40 letters are not alike.
 */
export function similarity(a: string, b: string): number {
  if (a.length > LONGEST_COMPARED || b.length > LONGEST_COMPARED) return 0;
  return a.length + b.length === 0 ? 1 : (2 * sharedLetters(a, b)) / (a.length + b.length);
}

function sharedLetters(a: string, b: string): number {
  const { fromA, fromB, length } = longestCommonRun(a, b);
  if (length === 0) return 0;
  const before = sharedLetters(a.slice(0, fromA), b.slice(0, fromB));
  return length + before + sharedLetters(a.slice(fromA + length), b.slice(fromB + length));
}

function longestCommonRun(a: string, b: string): { fromA: number; fromB: number; length: number } {
  let best = { fromA: 0, fromB: 0, length: 0 };
  let previous: number[] = [];
  for (let i = 0; i < a.length; i += 1) {
    const current: number[] = [];
    for (let j = 0; j < b.length; j += 1) {
      const length = a[i] === b[j] ? (previous[j - 1] ?? 0) + 1 : 0;
      current.push(length);
      if (length > best.length) best = { fromA: i - length + 1, fromB: j - length + 1, length };
    }
    previous = current;
  }
  return best;
}
