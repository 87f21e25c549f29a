import { routes, type Route } from '@cairn/contracts';
import { Controller, Param, Query, type INestApplication, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { Serves, Validated } from './serves.ts';

/** The OpenAPI document of the loaded services. */
export function apiDocument(app: INestApplication): OpenAPIObject {
  const frame = new DocumentBuilder()
    .setTitle('Cairn')
    .setDescription('A team memory for AI agents. Every call needs a key: Authorization: Bearer cairn_...')
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A key of the form cairn_...' })
    .build();
  return SwaggerModule.createDocument(app, frame);
}

/** A page at /docs and the document at /docs-json. The document is made at the first look, so that a start does not pay for it. */
export const serveApiDocs = (app: INestApplication, described: INestApplication = app): void =>
  SwaggerModule.setup('docs', app, () => apiDocument(described), { raw: ['json'], customSiteTitle: 'Cairn API' });

/** An app that never listens and has a door for every route of the platform: what the page of a process describes whose neighbours serve them. */
export const everyRoute = (): Promise<INestApplication> => {
  class EveryRoute {}
  const module = { module: EveryRoute, controllers: [doorsOf(routes)] };
  return NestFactory.create(module, new FastifyAdapter(), { logger: false });
};

function doorsOf(table: Readonly<Record<string, Route>>): Type {
  @Controller()
  class Doors {}
  for (const [name, route] of Object.entries(table)) addDoor(Doors.prototype, name, route);
  return Doors;
}

function addDoor(doors: object, name: string, route: Route): void {
  const descriptor = { value: { [name]() {} }[name]!, configurable: true };
  Object.defineProperty(doors, name, descriptor);
  // What the compiler would note of a written method; the document is made from it.
  Reflect.defineMetadata('design:paramtypes', [Object, String, Object], doors, name);
  if (route.request) Validated()(doors, name, 0);
  if (route.path.includes(':id')) Param('id', { schema: z.uuid() })(doors, name, 1);
  if (route.query) Query({ schema: route.query })(doors, name, 2);
  Serves(route)(doors, name, descriptor);
}
