import type { Detail, EmptyReason, Flag, RetrieverName, NarrowingField, SearchedText } from '@cairn/contracts';
import { newBoundary, renderHits, type RenderableHit } from '@cairn/prompt';

interface Shown {
  readonly hits: readonly RenderableHit[];
  readonly searched?: readonly SearchedText[];
  readonly degraded: readonly RetrieverName[];
  readonly flags: readonly Flag[];
  readonly reason?: EmptyReason;
  readonly emptiedBy?: readonly NarrowingField[];
  readonly nextStep?: string;
  readonly detail?: Detail;
  /** Scores of further hits, which a higher limit would show. */
  readonly more?: readonly number[];
  readonly budgetChars: number | undefined;
}

/** Renders the hits as quoted data for a model. */
export const injectionBlockOf = (answer: Shown): string =>
  renderHits({ heading: 'Recalled', boundary: newBoundary(), ...answer });
