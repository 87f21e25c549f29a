import { narrowingFields, type EmptyReason, type NarrowingField, type RecallRequest } from '@cairn/contracts';

/** Reason for an empty answer, with the filters that excluded fitting items. */
export interface Emptiness {
  readonly reason: EmptyReason;
  readonly emptiedBy?: NarrowingField[];
  /** Suggested next step. */
  readonly nextStep: string;
}

/** The fields that restrict a request to a part of its scope. */
export const narrowingOf = (request: RecallRequest): NarrowingField[] =>
  narrowingFields.filter(
    (field) => request[field] !== undefined && !(field === 'sources' && request.sources === 'all'),
  );

/** The same request without all other filters. */
export function narrowedBy(request: RecallRequest, kept: readonly NarrowingField[]): RecallRequest {
  const dropped = narrowingFields.filter((field) => !kept.includes(field));
  return { ...request, ...Object.fromEntries(dropped.map((field) => [field, undefined])) };
}
