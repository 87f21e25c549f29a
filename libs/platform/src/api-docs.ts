import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

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
export const serveApiDocs = (app: INestApplication): void =>
  SwaggerModule.setup('docs', app, () => apiDocument(app), { raw: ['json'], customSiteTitle: 'Cairn API' });
