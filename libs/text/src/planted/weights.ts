/**
 * Weights of the signs, fitted to 200 texts of another author (`npm run bench:planted`). Marks of turns, hidden text and
 * pictures that carry data have weights of their own, since few ordinary texts have them. `report` is subtracted from a text
 * about such attacks.
 */
export const plantedWeights = {
  ...{ override: 3.5, role: 3.5, address: 2.75, reader: 0.65, takeover: 3, grant: 2.75, itself: 1.05, conceal: 1.5 },
  ...{ send: 2, secret: 0.05, data: 0.8, weaken: 1.3, persist: 0.45, standing: 1.6, authority: 0.3, bias: 1 },
  ...{ divert: 0.5, run: 0.05, image: 3.5, hidden: 3.5, report: 1.5 },
};

/** Sum of weights from which a text counts as planted. */
export const plantedThreshold = 3.48;
