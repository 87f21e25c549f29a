const LETTERS_MAX = 40;

/**
 * The similarity of two words, 0 to 1, by Ratcliff and Obershelp: 2 × shared letters / letters of both words. The
 * shared letters are the longest common run and, recursively, the shared letters to its left and right. If a word has
 * more than 40 letters, the result is 0.
 */
export function similarityOf(a: string, b: string): number {
  if (a.length > LETTERS_MAX || b.length > LETTERS_MAX) return 0;
  return a.length + b.length === 0 ? 1 : (2 * countSharedLetters(a, b)) / (a.length + b.length);
}

function countSharedLetters(a: string, b: string): number {
  const { fromA, fromB, length } = findLongestCommonRun(a, b);
  if (length === 0) return 0;
  const before = countSharedLetters(a.slice(0, fromA), b.slice(0, fromB));
  return length + before + countSharedLetters(a.slice(fromA + length), b.slice(fromB + length));
}

function findLongestCommonRun(a: string, b: string): { fromA: number; fromB: number; length: number } {
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
