import { EmbeddedTransport } from '@cairn/adapter-embedded';
import { Outbox } from '@cairn/ports';
import type { INestApplicationContext } from '@nestjs/common';

/** How events reach their handlers on the embedded backend: straight from the outbox. */
export const embeddedEvents = (app: INestApplicationContext): EmbeddedTransport =>
  new EmbeddedTransport(app.get(Outbox));
