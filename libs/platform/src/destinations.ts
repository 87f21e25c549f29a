import type { ServiceName, SettingName } from './config.ts';

type StoreName = 'postgres' | 'redis' | 'elasticsearch' | 'qdrant';

/** The target behind a configured address. */
export type Destination =
  | { readonly service: ServiceName }
  | { readonly store: StoreName; readonly port: number }
  /** Pods with this label in a namespace. */
  | { readonly namespace: string; readonly port: number }
  /** A server outside the installation, whose network path the operator configures. */
  | 'outside'
  /** An address that is only compared, so that no request is sent to it. */
  | 'nobody';

/**
 * Maps each setting with an address to the service behind the address. The network policies in k8s/ allow exactly the
 * connections of this table.
 */
export const destinations: Readonly<Partial<Record<SettingName, Destination>>> = {
  CAIRN_INGEST_URL: { service: 'ingest' },
  CAIRN_RECALL_URL: { service: 'recall-api' },
  CAIRN_GRAPH_URL: { service: 'graph-service' },
  POSTGRES_URL: { store: 'postgres', port: 5432 },
  REDIS_URL: { store: 'redis', port: 6379 },
  CAIRN_LIMITS_REDIS_URL: { store: 'redis', port: 6379 },
  ELASTICSEARCH_URL: { store: 'elasticsearch', port: 9200 },
  QDRANT_URL: { store: 'qdrant', port: 6333 },
  OTEL_EXPORTER_OTLP_ENDPOINT: { namespace: 'cairn-traces', port: 4318 },
  CAIRN_EMBEDDER_URL: 'outside',
  CAIRN_NEXT_EMBEDDER_URL: 'outside',
  CAIRN_PROPOSALS_URL: 'outside',
  CAIRN_OIDC_ISSUER: 'outside',
  CAIRN_ALLOWED_ORIGINS: 'nobody',
  CAIRN_PUBLIC_URL: 'nobody',
};
