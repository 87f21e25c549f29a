import { subscriptions, type EventPattern } from '@cairn/contracts';
import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { ServiceName } from './config.ts';
import { HANDLED_PATTERN } from './on-event.ts';

interface FoundHandler {
  readonly pattern: EventPattern;
  /** Class and method of the handler. */
  readonly name: string;
}

/** Checks the loaded handlers against the event catalog. */
@Injectable()
export class EventHandlers {
  private readonly scanner = new MetadataScanner();

  constructor(private readonly discovery: DiscoveryService) {}

  /**
   * Maps each pattern of the event catalog to the name of its handler. Throws if a pattern has two handlers, and names
   * both.
   */
  byPattern(): Map<EventPattern, string> {
    const names = new Map<EventPattern, string>();
    for (const { pattern, name } of this.found()) {
      const other = names.get(pattern);
      if (other)
        throw new Error(`${pattern} has two handlers, ${other} and ${name}; a row of the event catalog has one.`);
      names.set(pattern, name);
    }
    return names;
  }

  /**
   * Throws unless every event of this service (or of all services) has a handler; deliveries without one would wait for
   * ever.
   */
  requireOf(process: ServiceName): void {
    const handled = this.byPattern();
    const missing = subscriptions
      .filter(({ service }) => process === 'all-in-one' || process === service)
      .map(({ pattern }) => pattern)
      .filter((pattern) => !handled.has(pattern));
    if (missing.length > 0) throw new Error(`No handler for ${missing.join(', ')}, though the event catalog has them.`);
  }

  private found(): FoundHandler[] {
    return this.discovery.getControllers().flatMap(({ instance }) => (instance ? this.handlersOf(instance) : []));
  }

  private handlersOf(controller: object): FoundHandler[] {
    const prototype = Object.getPrototypeOf(controller);
    return this.scanner.getAllMethodNames(prototype).flatMap((method) => {
      const pattern: EventPattern | undefined = Reflect.getMetadata(HANDLED_PATTERN, prototype[method]);
      return pattern ? [{ pattern, name: `${controller.constructor.name}.${method}` }] : [];
    });
  }
}
