import { diag, DiagLogLevel } from '@opentelemetry/api';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { withTimeout } from '@cairn/ports';
import type { ServiceName } from './config.ts';

const FLUSH_TIMEOUT_MS = 3_000;

/** Sends spans to a collector; closes after everything else in the service. */
export interface TraceExport extends OnApplicationShutdown {
  onApplicationShutdown(): Promise<void>;
}

/**
 * Loads the SDK only here, so that a service without a collector does not load the SDK. The SDK itself reads further
 * `OTEL_*` settings.
 */
export async function exportTraces(serviceName: ServiceName, endpoint: string): Promise<TraceExport> {
  const [{ NodeSDK }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  logExportFailures();
  const traceExporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const sdk = new NodeSDK({ serviceName, traceExporter, metricReaders: [], logRecordProcessors: [] });
  sdk.start();
  return {
    onApplicationShutdown: () =>
      withTimeout(
        FLUSH_TIMEOUT_MS,
        sdk.shutdown().catch(() => {}),
        () => {},
      ),
  };
}

/** Logs failures of the export: a failing collector costs spans and log lines, nothing else. */
function logExportFailures(): void {
  const log = new Logger('Tracing');
  const warn = (message: string) => log.warn({ cause: message }, `Traces cannot be exported: ${message.slice(0, 300)}`);
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);
}
