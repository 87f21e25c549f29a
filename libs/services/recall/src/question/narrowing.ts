import { narrowingFields, type EmptyReason, type NarrowingField, type RecallRequest } from '@cairn/contracts';

/** Why an answer is empty, and which filters left out fitting items. */
export interface Emptiness {
  readonly reason: EmptyReason;
  readonly emptiedBy?: NarrowingField[];
  /** Sentence that suggests what to do next. */
  readonly nextStep: string;
}

/** The fields of a request that restrict it to a part of its scope. */
export const narrowingOf = (request: RecallRequest): NarrowingField[] =>
  narrowingFields.filter(
    (field) => request[field] !== undefined && !(field === 'sources' && request.sources === 'all'),
  );

/** Copies a request with only these of its narrowing fields. */
export function narrowRequest(request: RecallRequest, kept: readonly NarrowingField[]): RecallRequest {
  const dropped = narrowingFields.filter((field) => !kept.includes(field));
  return { ...request, ...Object.fromEntries(dropped.map((field) => [field, undefined])) };
}
