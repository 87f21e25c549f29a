import { narrowingFields, type EmptyReason, type NarrowingField, type RecallRequest } from '@cairn/contracts';

/** Why an answer has no hit, with the filters that left out fitting items. */
export interface Emptiness {
  readonly reason: EmptyReason;
  readonly emptiedBy?: NarrowingField[];
  /** A suggestion of the next step. */
  readonly nextStep: string;
}

/** The fields that narrow a request to a part of what its scope sees. */
export const narrowingOf = (request: RecallRequest): NarrowingField[] =>
  narrowingFields.filter(
    (field) => request[field] !== undefined && !(field === 'sources' && request.sources === 'all'),
  );

/** The same request without all other filters. */
export function narrowedBy(request: RecallRequest, kept: readonly NarrowingField[]): RecallRequest {
  const dropped = narrowingFields.filter((field) => !kept.includes(field));
  return { ...request, ...Object.fromEntries(dropped.map((field) => [field, undefined])) };
}
