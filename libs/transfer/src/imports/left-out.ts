import type { Place, TimeReplacement } from '@cairn/importers';
import type { Item } from './source-links.ts';

const EXAMPLES_MAX = 3;
const REASONS_MAX = 40;
const TEXT_CHARS_MAX = 100;
const OTHER_REASONS = 'other reasons';

/** Lines that an import skipped, or whose time it replaced, for the same reason. The first lines are examples. */
export interface LeftOut {
  readonly reason: string;
  count: number;
  readonly examples: { readonly file: string; readonly line: number; readonly text?: string }[];
}

/** Counts a skipped line under its reason, and keeps the line as an example while the reason has few examples. */
export function countLeftOut(
  all: LeftOut[],
  { place, why, text }: { readonly place: Place; readonly why: string; readonly text?: string | undefined },
): void {
  const isKnown = all.some(({ reason }) => reason === why) || all.length < REASONS_MAX;
  const reason = isKnown ? why : OTHER_REASONS;
  let found = all.find((one) => one.reason === reason);
  if (!found) all.push((found = { reason, count: 0, examples: [] }));
  found.count += 1;
  if (found.examples.length < EXAMPLES_MAX)
    found.examples.push({ ...place, ...(text && { text: text.slice(0, TEXT_CHARS_MAX) }) });
}

/** Builds the entry that `countLeftOut` counts for an item whose time was replaced. */
export const timeReplacementEntry = ({ place, input }: Item, { took, given }: TimeReplacement) => ({
  place,
  why: `${given === undefined ? 'without a time' : 'with an impossible time, or one without a zone,'} ${took === 'nearest' ? 'took the nearest of the conversation' : 'got none'}`,
  text: given === undefined ? input.content : `${given}  ${input.content}`,
});
