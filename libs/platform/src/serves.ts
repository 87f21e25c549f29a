import type { Route } from '@cairn/contracts';
import { applyDecorators, Body, HttpCode, Query, RequestMapping, RequestMethod } from '@nestjs/common';
import { z } from 'zod';
import { NeedsRole } from './auth.ts';

const methods = {
  GET: RequestMethod.GET,
  POST: RequestMethod.POST,
  PUT: RequestMethod.PUT,
  DELETE: RequestMethod.DELETE,
};
const VALIDATED = 'cairn:validated';

/**
 * Makes a controller method the door of a route: its address, role and schemas come from contracts.
 * The parameter marked `@Validated()` gets the parsed body, or the parsed query of a GET.
 */
export const Serves =
  (route: Route): MethodDecorator =>
  (target, method, descriptor) => {
    const { status = 200 } = route;
    const parameter: number | undefined = Reflect.getMetadata(VALIDATED, target, method);
    if (parameter !== undefined) parameterOf(route)(target, method, parameter);
    const door = applyDecorators(
      RequestMapping({ path: route.path, method: methods[route.method] }),
      HttpCode(status),
      NeedsRole(route.role),
    );
    door(target, method, descriptor);
  };

/** Marks the parameter that receives what `@Serves` parsed. Parameters are decorated before their method, so `@Serves` finds it. */
export const Validated = (): ParameterDecorator => (target, method, parameter) =>
  Reflect.defineMetadata(VALIDATED, parameter, target, method as string);

function parameterOf({ method, path, request }: Route): ParameterDecorator {
  if (!request)
    throw new Error(`${method} ${path} has no request schema, so there is nothing for @Validated() to receive.`);
  return method === 'POST' || method === 'PUT' ? Body({ schema: request }) : Query({ schema: queryOf(request) });
}

/** A query string knows only text: the schema of a query that reads numbers, booleans and single-valued lists out of it first. */
export const queryOf = (schema: z.ZodType) =>
  schema instanceof z.ZodObject ? z.preprocess((query) => fromText(query, schema), schema) : schema;

function fromText(query: unknown, { shape }: z.ZodObject): unknown {
  if (typeof query !== 'object' || query === null) return query;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, name in shape ? read(value, core(shape[name])) : value]),
  );
}

function read(value: unknown, schema: z.core.$ZodType | undefined): unknown {
  if (schema instanceof z.ZodArray)
    return (Array.isArray(value) ? value : [value]).map((item) => read(item, core(schema.element)));
  if (schema instanceof z.ZodUnion)
    return schema.options.reduce<unknown>((text, option) => read(text, core(option)), value);
  if (schema instanceof z.ZodNumber && typeof value === 'string' && /^-?\d{1,17}(\.\d{1,17})?$/.test(value))
    return Number(value);
  if (schema instanceof z.ZodBoolean && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

const core = (schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? core(schema.def.innerType)
    : schema;
