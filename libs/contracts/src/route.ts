import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PublicService } from './services.ts';
import type { UseKind } from './uses.ts';
import type { Role } from './vocabulary.ts';

/** Parts of a request. Over HTTP only the body is JSON; the others are text that their schemas parse. */
export const inputParts = ['params', 'query', 'headers', 'body'] as const;
export type InputPart = (typeof inputParts)[number];

/** A data route. Its address, validation, documentation and all clients are derived from its row. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path, with `:name` for a parameter. */
  readonly path: string;
  /** Service that answers; the path has the prefix of that service. */
  readonly service: PublicService;
  /** Least role that may call the route, or `operator`, which may call no other route. */
  readonly role: Role | 'operator';
  readonly summary: string;
  /** Schema of the path parameters. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Schema of the headers, in their usual spelling. */
  readonly headers?: z.ZodObject;
  /** Schema of the body of a POST or PUT. */
  readonly body?: z.ZodType;
  /** Kind of use that the memories of an answer are counted by; absent: not counted. */
  readonly counts?: UseKind;
  /** Errors of this route, beside those of every route with such parts. */
  readonly errors?: readonly ErrorCode[];
  /** Status of a success; 200 by default. */
  readonly status?: 201;
  readonly output: z.ZodType;
}

/** Routes of one feature, by name. */
export type Routes = Readonly<Record<string, Route>>;

type PartsOf<Of extends Route> = Extract<keyof Of, InputPart>;
type PartOf<Of extends Route, Part> = Part extends keyof Of ? (Of[Part] extends z.ZodType ? Of[Part] : never) : never;

/** Parts that a caller may omit: query and headers without required fields. */
type OptionalParts<Of extends Route> = {
  [Part in PartsOf<Of>]: Part extends 'body' ? never : object extends z.input<PartOf<Of, Part>> ? Part : never;
}[PartsOf<Of>];

/** Input of a caller, part by part, before parsing. */
export type InputOfRoute<Of extends Route> = {
  readonly [Part in Exclude<PartsOf<Of>, OptionalParts<Of>>]: z.input<PartOf<Of, Part>>;
} & { readonly [Part in OptionalParts<Of>]?: z.input<PartOf<Of, Part>> | undefined };

/** Input of a handler, part by part, after parsing. */
export type ParsedInputOfRoute<Of extends Route> = {
  readonly [Part in PartsOf<Of>]: z.output<PartOf<Of, Part>>;
};
