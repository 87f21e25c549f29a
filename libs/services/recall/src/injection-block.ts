import type { EmptyReason, Hit, Lane } from '@cairn/contracts';
import { newBoundary, renderHits } from '@cairn/gate';

/** The hits as text for a model, through the output gate. */
export const injectionBlockOf = (
  hits: readonly Hit[],
  degraded: readonly Lane[],
  reason: EmptyReason | undefined,
): string => renderHits({ heading: 'Recalled from the team memory', boundary: newBoundary(), hits, degraded, reason });
