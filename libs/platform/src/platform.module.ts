import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { KeyGuard } from './auth.ts';
import { Drain } from './drain.ts';
import { ErrorFilter } from './error.filter.ts';
import { EventHandlers } from './event-handlers.ts';
import { HealthController } from './health.controller.ts';
import { Metrics } from './metrics.ts';
import { DependencyMeasures } from './metrics-of-dependencies.ts';
import { SchemaPipe } from './schema.pipe.ts';
import { StopsInTime } from './stops-in-time.ts';

/** What every service has: the guard at its door, validation, error answers, health and measures. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [HealthController],
  providers: [
    Metrics,
    DependencyMeasures,
    EventHandlers,
    Drain,
    StopsInTime,
    { provide: APP_GUARD, useClass: KeyGuard },
    { provide: APP_PIPE, useClass: SchemaPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [Metrics, EventHandlers],
})
export class PlatformModule {}
