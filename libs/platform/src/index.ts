import 'reflect-metadata';

export { apiDocument } from './api-docs.ts';
export { Caller, callerOf, keyOf, NeedsRole, Public } from './auth.ts';
export { loadConfig, settings, type Config, type EmbedderConfig } from './config.ts';
export { asCairnError, bodyOf, ErrorBody } from './error-answer.ts';
export { EventHandlers } from './event-handlers.ts';
export { fieldIssues } from './field-issues.ts';
export { createLog, NestLog, type DestinationStream, type Logger } from './log.ts';
export { Metrics, type Measure } from './metrics.ts';
export { OnEvent } from './on-event.ts';
export { PlatformModule } from './platform.module.ts';
export { queryOf, Serves, Validated } from './serves.ts';
export { startService, type RunningService, type ServiceOptions } from './start-service.ts';
