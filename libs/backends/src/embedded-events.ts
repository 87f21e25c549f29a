import { EmbeddedTransport } from '@cairn/adapter-embedded';
import { Outbox } from '@cairn/ports';
import type { INestApplicationContext } from '@nestjs/common';

/** The event transport of the embedded backend, which reads the outbox directly. */
export const embeddedEvents = (app: INestApplicationContext): EmbeddedTransport =>
  new EmbeddedTransport(app.get(Outbox));
