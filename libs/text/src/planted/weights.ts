/**
 * Weights of the signs in few sentences, fitted to 200 texts of one author. Marks of turns, hidden text and pictures that
 * carry data have weights of their own, since few ordinary texts have them; hidden text is enough alone.
 */
export const plantedWeights = {
  ...{ override: 3.5, role: 3.5, address: 2.75, reader: 0.65, takeover: 3, grant: 2.75, itself: 1.05, conceal: 1.5 },
  ...{ send: 2, secret: 0.05, data: 0.8, weaken: 1.3, persist: 0.45, standing: 1.6, authority: 0.3, bias: 1 },
  ...{ divert: 0.5, run: 0.05, image: 3.5, hidden: 5.5 },
};

/** Sum of weights in few sentences that is enough alone, whatever the wording. An order that revokes all others has it. */
export const DENSE_ENOUGH = 5.5;

/** Weight that is subtracted from sentences that report such attacks. Hidden text is enough even so. */
export const REPORT_WEIGHT = 3.5;
