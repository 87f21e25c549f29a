import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PublicService } from './services.ts';
import type { UseKind } from './uses.ts';
import type { Role } from './vocabulary.ts';

/** Parts of a request. Over HTTP only the body is JSON; the other parts are texts that their schemas parse. */
export const inputParts = ['params', 'query', 'headers', 'body'] as const;
export type InputPart = (typeof inputParts)[number];

/** A route for data. Its address, validation, documentation and all clients are derived from this row. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path, with `:name` for a parameter. */
  readonly path: string;
  /** Service that answers the route; its prefix begins the path. */
  readonly service: PublicService;
  /**
   * Least role that may call the route. `operator` means that only the operator may call it. The operator may call no
   * other route.
   */
  readonly role: Role | 'operator';
  /** True for a route that every role may call and that stores its input. */
  readonly isWrite?: boolean;
  readonly summary: string;
  /** Schema of the path parameters. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Schema of the headers, with their names in the usual spelling. */
  readonly headers?: z.ZodObject;
  /** Schema of the body of a POST or PUT. */
  readonly body?: z.ZodType;
  /** Kind of use for which the memories in answers are counted. If absent, these memories are not counted. */
  readonly counts?: UseKind;
  /**
   * Fields of the body or query that hold the question. Calls of agents to such a route are counted and kept for their
   * owners; absent: they are not.
   */
  readonly asks?: readonly string[];
  /** Error codes of this route, in addition to those that its parts imply. */
  readonly errors?: readonly ErrorCode[];
  /** Status of a successful answer; 200 by default. */
  readonly status?: 201;
  readonly output: z.ZodType;
}

/** Tells whether a route stores its input. */
export const storesInput = ({ role, isWrite = false }: Pick<Route, 'role' | 'isWrite'>): boolean =>
  isWrite || role !== 'reader';

/** Routes of one feature, by name. */
export type Routes = Readonly<Record<string, Route>>;

type PartsOf<Of extends Route> = Extract<keyof Of, InputPart>;
type PartOf<Of extends Route, Part> = Part extends keyof Of ? (Of[Part] extends z.ZodType ? Of[Part] : never) : never;

/** Parts that a caller may leave out: query and headers, if none of their fields is required. */
type OptionalParts<Of extends Route> = {
  [Part in PartsOf<Of>]: Part extends 'body' ? never : object extends z.input<PartOf<Of, Part>> ? Part : never;
}[PartsOf<Of>];

/** Input that a caller passes, by part, before parsing. */
export type InputOfRoute<Of extends Route> = {
  readonly [Part in Exclude<PartsOf<Of>, OptionalParts<Of>>]: z.input<PartOf<Of, Part>>;
} & { readonly [Part in OptionalParts<Of>]?: z.input<PartOf<Of, Part>> | undefined };

/** Input that a handler receives, by part, after parsing. */
export type ParsedInputOfRoute<Of extends Route> = {
  readonly [Part in PartsOf<Of>]: z.output<PartOf<Of, Part>>;
};
