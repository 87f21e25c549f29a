import type { Parsed } from './parsed.ts';

/** When a conversation began and was changed last, epoch ms; 0 where the file does not say. */
interface Span {
  readonly began: number;
  readonly ended: number;
}

/** Messages of one conversation, in order. One without a time takes the nearest that is known: of its neighbours, or of the whole. */
export function withNearestTimes(conversation: readonly Parsed[], { began, ended }: Span): Parsed[] {
  const times = conversation.map((one) => (one.type === 'message' ? one.input.timestamp : 0));
  const [before, after] = [nearestBefore(times, began), nearestBefore(times.toReversed(), ended).toReversed()];
  return conversation.map((one, at) => {
    if (one.type !== 'message' || one.input.timestamp > 0) return one;
    const timestamp = nearer(before[at], after[at]);
    return timestamp === 0 ? one : { ...one, input: { ...one.input, timestamp }, hasNearestTime: true };
  });
}

interface Near {
  readonly time: number;
  readonly steps: number;
}

/** For each place, the last known time up to there, and how far back it stands. */
function nearestBefore(times: readonly number[], first: number): Near[] {
  let near: Near = { time: first, steps: 0 };
  return times.map((time) => {
    near = time > 0 ? { time, steps: 0 } : { time: near.time, steps: near.steps + 1 };
    return near;
  });
}

function nearer(before: Near | undefined, after: Near | undefined): number {
  if (!before?.time) return after?.time ?? 0;
  if (!after?.time) return before.time;
  return before.steps <= after.steps ? before.time : after.time;
}
