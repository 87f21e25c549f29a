import { TypeOverrides, types, type ClientConfig, type PoolConfig } from 'pg';
import { unescapeText } from './stored-text.ts';

export interface PostgresPoolOptions {
  /**
   * Address as `postgres://user:password@host:port/database`. The user must own the tables and be allowed to act as the
   * services' roles.
   */
  readonly url: string;
  readonly connectionsMax?: number | undefined;
  /**
   * Maximum number of transactions of one organisation that wait for a connection; a further transaction fails with
   * `truth/overloaded`.
   */
  readonly waitingMax?: number | undefined;
  readonly connectTimeoutMs?: number | undefined;
  /** Timeout of a probe, ms. After it, calls under way fail, and further calls are refused. */
  readonly probeTimeoutMs?: number | undefined;
  readonly statementTimeoutMs?: number | undefined;
}

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 10_000;
const PROBE_TIMEOUT_MS = 2_000;
/** Time in ms for which an idle connection stays open. A new one has to plan each statement again, which costs more than its first calls. */
const IDLE_CONNECTION_MS = 300_000;
/**
 * Silence in ms after which a connection is probed. Firewalls and NATs forget a connection after some 240 to 350 s of
 * silence; the system's own default is two hours.
 */
const KEEP_ALIVE_MS = 30_000;
/** Time in ms for which the client waits longer for a statement than the server's own timeout. */
const STATEMENT_GRACE_MS = 2000;

/** Number of connections for transactions. Each listener and the readiness probe need one further connection. */
export const connectionsOf = ({ connectionsMax = CONNECTIONS_MAX }: PostgresPoolOptions): number => connectionsMax;

export function configOf(options: PostgresPoolOptions): ClientConfig {
  const statementMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  return {
    connectionString: options.url,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + STATEMENT_GRACE_MS,
    idle_in_transaction_session_timeout: statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'cairn',
    types: columnTypes(),
  };
}

/** Returns the settings of a client that only probes the server. */
export const probeConfigOf = (
  config: ClientConfig,
  { probeTimeoutMs = PROBE_TIMEOUT_MS }: PostgresPoolOptions,
): ClientConfig => ({
  ...config,
  connectionTimeoutMillis: probeTimeoutMs,
  query_timeout: probeTimeoutMs,
});

/** Returns the settings of a client for migrations. Their statements have no timeout. */
export const migrationConfigOf = (options: PostgresPoolOptions): ClientConfig => ({
  ...configOf(options),
  statement_timeout: 0,
  query_timeout: 0,
  idle_in_transaction_session_timeout: 0,
});

export const poolConfigOf = (options: PostgresPoolOptions, config: ClientConfig): PoolConfig => ({
  ...config,
  max: connectionsOf(options),
  idleTimeoutMillis: IDLE_CONNECTION_MS,
  ...pipelineOption,
});

/** Makes the driver send the beginning of a transaction and its first query together. The driver's types lack this option. */
const pipelineOption: object = { pipeline: true };

/** Returns parsers: whole numbers up to 2^53 become numbers, and texts are unescaped. */
function columnTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  overrides.setTypeParser(types.builtins.NUMERIC, Number);
  overrides.setTypeParser(types.builtins.TEXT, unescapeText);
  return overrides;
}
