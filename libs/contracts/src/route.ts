import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PublicService } from './services.ts';
import type { Role } from './vocabulary.ts';

/** The parts of a request. Over HTTP only the body is JSON; the others are text that their schemas parse. */
export const inputParts = ['params', 'query', 'headers', 'body'] as const;
export type InputPart = (typeof inputParts)[number];

/** A data route. From its row follow the address, the checks of a request, the documentation and every client. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for a parameter. */
  readonly path: string;
  /** The service that answers it; the path has the prefix of that service. */
  readonly service: PublicService;
  /** The least role that may call it, or `operator`, which may call nothing else. */
  readonly role: Role | 'operator';
  readonly summary: string;
  /** The parameters of the path. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** The headers that it reads, by their usual spelling. */
  readonly headers?: z.ZodObject;
  /** The body of a POST or PUT. */
  readonly body?: z.ZodType;
  /** The errors that it can answer with, beside those of every route with such parts. */
  readonly errors?: readonly ErrorCode[];
  /** The status of a success; 200 unless given. */
  readonly status?: 201;
  readonly output: z.ZodType;
}

/** The routes of one feature, by name. */
export type Routes = Readonly<Record<string, Route>>;

type PartsOf<Of extends Route> = Extract<keyof Of, InputPart>;
type PartOf<Of extends Route, Part> = Part extends keyof Of ? (Of[Part] extends z.ZodType ? Of[Part] : never) : never;

/** Query and headers without required fields may be left out. */
type OptionalParts<Of extends Route> = {
  [Part in PartsOf<Of>]: Part extends 'body' ? never : object extends z.input<PartOf<Of, Part>> ? Part : never;
}[PartsOf<Of>];

/** The input of a caller, part by part, before the schemas. */
export type InputOfRoute<Of extends Route> = {
  readonly [Part in Exclude<PartsOf<Of>, OptionalParts<Of>>]: z.input<PartOf<Of, Part>>;
} & { readonly [Part in OptionalParts<Of>]?: z.input<PartOf<Of, Part>> | undefined };

/** The input of a handler, part by part, after the schemas. */
export type ParsedInputOfRoute<Of extends Route> = {
  readonly [Part in PartsOf<Of>]: z.output<PartOf<Of, Part>>;
};
