import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PublicService } from './services.ts';
import type { Role } from './vocabulary.ts';

/** The parts of a request that can hold input. Over HTTP, only the body is JSON; the others are text that their schema says how to read. */
export const inputParts = ['params', 'query', 'headers', 'body'] as const;
export type InputPart = (typeof inputParts)[number];

/** One data route: from its row follow the address, the checks at the door, the documentation and every client. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` where a parameter stands. */
  readonly path: string;
  /** Who answers it; its path must have the prefix of that service. */
  readonly service: PublicService;
  /** The least role that may call it, or the operator of the installation, who may call nothing else. */
  readonly role: Role | 'operator';
  readonly summary: string;
  /** What stands in the path. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** The headers that it reads, by their usual spelling. */
  readonly headers?: z.ZodObject;
  /** Of a POST or PUT. */
  readonly body?: z.ZodType;
  /** What it can refuse, beside what every route with such parts does. */
  readonly errors?: readonly ErrorCode[];
  /** What it answers with when all went well; 200 unless told. */
  readonly status?: 201;
  readonly output: z.ZodType;
}

/** The routes of one feature, by name. */
export type Routes = Readonly<Record<string, Route>>;

type PartsOf<Of extends Route> = Extract<keyof Of, InputPart>;
type PartOf<Of extends Route, Part> = Part extends keyof Of ? (Of[Part] extends z.ZodType ? Of[Part] : never) : never;

/** Query and headers of which nothing is needed can be left out. */
type OptionalParts<Of extends Route> = {
  [Part in PartsOf<Of>]: Part extends 'body' ? never : object extends z.input<PartOf<Of, Part>> ? Part : never;
}[PartsOf<Of>];

/** What a caller sends, part by part, as the schemas take it. */
export type InputOfRoute<Of extends Route> = {
  readonly [Part in Exclude<PartsOf<Of>, OptionalParts<Of>>]: z.input<PartOf<Of, Part>>;
} & { readonly [Part in OptionalParts<Of>]?: z.input<PartOf<Of, Part>> | undefined };

/** What a handler gets, part by part, as the schemas make it. */
export type ParsedInputOfRoute<Of extends Route> = {
  readonly [Part in PartsOf<Of>]: z.output<PartOf<Of, Part>>;
};
