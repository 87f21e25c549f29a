import { TypeOverrides, types, type ClientConfig, type PoolConfig } from 'pg';
import { fromStored } from './stored-text.ts';

export interface PostgresPoolOptions {
  /** `postgres://user:password@host:port/database`; the user owns the tables, and may act as the roles that use them. */
  readonly url: string;
  readonly connectionsMax?: number | undefined;
  /** Transactions of one organisation that may wait for a connection; one more is `truth/overloaded`. */
  readonly waitingMax?: number | undefined;
  readonly connectTimeoutMs?: number | undefined;
  /** How long the server may take to answer a probe, until calls under way end and the next are refused. */
  readonly probeTimeoutMs?: number | undefined;
  readonly statementTimeoutMs?: number | undefined;
}

const CONNECTIONS_MAX = 10;
const CONNECT_MS = 3000;
const STATEMENT_MS = 10_000;
const PROBE_MS = 2_000;
const IDLE_MS = 30_000;
/** How much longer than the server we wait for it to give up a statement. */
const GRACE_MS = 2000;

/** Connections that serve transactions; each listener and the readiness probe have one more. */
export const connectionsOf = ({ connectionsMax = CONNECTIONS_MAX }: PostgresPoolOptions): number => connectionsMax;

export function configOf(options: PostgresPoolOptions): ClientConfig {
  const statementMs = options.statementTimeoutMs ?? STATEMENT_MS;
  return {
    connectionString: options.url,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + GRACE_MS,
    idle_in_transaction_session_timeout: statementMs,
    keepAlive: true,
    application_name: 'cairn',
    types: ourTypes(),
  };
}

/** The settings of a client that only probes whether the server answers. */
export const probeConfigOf = (
  config: ClientConfig,
  { probeTimeoutMs = PROBE_MS }: PostgresPoolOptions,
): ClientConfig => ({
  ...config,
  connectionTimeoutMillis: probeTimeoutMs,
  query_timeout: probeTimeoutMs,
});

/** A change of the schema may take as long as it takes. */
export const migrationConfigOf = (options: PostgresPoolOptions): ClientConfig => ({
  ...configOf(options),
  statement_timeout: 0,
  query_timeout: 0,
  idle_in_transaction_session_timeout: 0,
});

export const poolConfigOf = (options: PostgresPoolOptions, config: ClientConfig): PoolConfig => ({
  ...config,
  max: connectionsOf(options),
  idleTimeoutMillis: IDLE_MS,
  ...pipelined,
});

/** A transaction's beginning and its first query travel together. The driver's types do not know of it yet. */
const pipelined: object = { pipeline: true };

/** Whole numbers are ours to 2^53, texts are stored escaped. */
function ourTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  overrides.setTypeParser(types.builtins.NUMERIC, Number);
  overrides.setTypeParser(types.builtins.TEXT, fromStored);
  return overrides;
}
