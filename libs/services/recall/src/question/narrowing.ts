import { narrowingFields, type EmptyReason, type NarrowingField, type RecallRequest } from '@cairn/contracts';

/** Why an answer has no hit. A filter that left out what would have fitted is named. */
export interface Emptiness {
  readonly reason: EmptyReason;
  readonly emptiedBy?: NarrowingField[];
  /** What to try next. */
  readonly nextStep: string;
}

/** The fields by which a request asks for less than all that its scope sees. */
export const narrowingOf = (request: RecallRequest): NarrowingField[] =>
  narrowingFields.filter((field) => (field === 'over' ? request.over !== 'all' : request[field] !== undefined));

/** The same request with these filters at most. */
export function narrowedBy(request: RecallRequest, kept: readonly NarrowingField[]): RecallRequest {
  const dropped = narrowingFields.filter((field) => !kept.includes(field));
  const { over, ...wider } = { ...request, ...Object.fromEntries(dropped.map((field) => [field, undefined])) };
  return { ...wider, over: over ?? 'all' };
}
