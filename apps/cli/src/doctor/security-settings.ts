import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CairnError } from '@cairn/contracts';
import type { Config } from '@cairn/platform/config';
import type { CliContext } from '../context/cli-context.ts';
import { keyFilePath } from '../server/key-file.ts';
import { modeOf, modeText } from '../files/file-modes.ts';
import type { Finding } from './checks.ts';

type Env = CliContext['env'];

/** Rate limits above this number of requests per minute and key restrict nobody. */
const USEFUL_RATE_LIMIT_MAX = 1_000_000;

/** Checks the settings of a server that would be started here with these environment variables. */
export async function checkSecuritySettings(env: Env): Promise<Finding[]> {
  return [...(await checkConfig(env)), ...(await checkServiceSecret(env))];
}

async function checkConfig(env: Env): Promise<Finding[]> {
  const { loadConfig } = await import('@cairn/platform/config');
  try {
    const config = loadConfig('all-in-one', env);
    return [checkAddress(config), checkMetrics(config), checkRateLimit(config), checkIssuer(config)].flat();
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    const message = `a server with these does not start: ${error.message.replace(/\s*\n\s*/g, ' ')}`;
    return [{ name: 'settings', state: 'skip', message, todo: 'mend them, then ask again: docs/reference/config.md' }];
  }
}

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);

function checkAddress({ host, tls, trustedProxies }: Config): Finding {
  const name = 'CAIRN_HOST';
  if (isLoopback(host)) return { name, state: 'ok', message: `${host}: this machine alone` };
  if (tls) return { name, state: 'ok', message: `${host}: the network, by https alone` };
  const message = `${host}: the network may ask, in plain http: keys and texts can be read on the way`;
  const todo = 'set CAIRN_TLS_CERT_FILE and CAIRN_TLS_KEY_FILE, or CAIRN_HOST 127.0.0.1 behind a proxy that has TLS';
  // Only a warning behind a trusted proxy, since the proxy may terminate TLS, which this process cannot see.
  return { name, state: trustedProxies.length > 0 ? 'warn' : 'fail', message, todo };
}

function checkMetrics({ metricsHost, metricsPort }: Config): Finding[] {
  if (metricsPort === undefined || isLoopback(metricsHost)) return [];
  const message = `${metricsHost}: port ${metricsPort} shows metrics to the network, without a key`;
  return [{ name: 'CAIRN_METRICS_HOST', state: 'warn', message, todo: 'let only your monitoring reach that port' }];
}

function checkRateLimit({ rateLimitPerMinute }: Config): Finding {
  const name = 'CAIRN_RATE_LIMIT_PER_MINUTE';
  const message = `${rateLimitPerMinute} requests a minute with one key`;
  if (rateLimitPerMinute < USEFUL_RATE_LIMIT_MAX) return { name, state: 'ok', message };
  return {
    name,
    state: 'warn',
    message: `${message}: as good as none`,
    todo: 'set what one client needs, such as 6000',
  };
}

function checkIssuer({ oidc }: Config): Finding[] {
  if (!oidc?.issuer.startsWith('http:')) return [];
  const message = `${oidc.issuer} is plain http: who is at that port of this machine says who may come in`;
  return [{ name: 'CAIRN_OIDC_ISSUER', state: 'warn', message, todo: "take the provider's https address" }];
}

/**
 * Checks the secret between the five services. If it is not set, nothing is reported, since a single server needs none.
 */
async function checkServiceSecret(env: Env): Promise<Finding[]> {
  const { settings } = await import('@cairn/platform/config');
  const name = 'CAIRN_SERVICE_SECRET';
  const secretOf = async (setting: string) =>
    (env[setting]?.trim() || (await textOf(env[`${setting}_FILE`]?.trim())))?.trim();
  const secret = await secretOf(name);
  if (!secret) return [];

  const todo = 'make one for this alone: openssl rand -hex 32';
  const setting = settings.find((row) => row.name === name)!;
  if (!setting.schema.safeParse(secret).success)
    return [{ name, state: 'fail', message: 'is short or can be guessed: who has it acts for anybody', todo }];
  const others = settings.filter((row) => 'secret' in row && row.name !== name);
  const values = await Promise.all(others.map((row) => secretOf(row.name)));
  const parts = secret.split(',').map((part) => part.trim());
  const shared = others.find((_, at) => values[at] !== undefined && parts.includes(values[at]));
  if (shared) return [{ name, state: 'fail', message: `is the value of ${shared.name} too`, todo }];
  if (parts.length === 1) return [{ name, state: 'ok', message: 'is long, and for this alone' }];
  const message = 'holds two secrets: the second still opens the services';
  return [{ name, state: 'warn', message, todo: 'take the second away as soon as every service has the first' }];
}

const textOf = (file: string | undefined): Promise<string | undefined> =>
  file ? readFile(file, 'utf8').catch(() => undefined) : Promise.resolve(undefined);

/** Checks which data files and keys others on this machine can read. */
export async function checkSecurityFiles(dataDir: string, env: Env): Promise<Finding[]> {
  const { settings } = await import('@cairn/platform/config');
  const fileChecks = [
    'CAIRN_TLS_KEY_FILE',
    ...settings.flatMap((row) => ('secret' in row ? [`${row.name}_FILE`] : [])),
  ].flatMap((name) => (env[name]?.trim() ? [checkNamedFile(name, env[name].trim())] : []));
  const found = await Promise.all([
    checkFolder(dataDir),
    checkKey('command line key', keyFilePath(dataDir)),
    checkKey("operator's key", join(dataDir, 'operator.key')),
    ...fileChecks,
  ]);
  return [...found.flat(), ...checkOperatorVariable(env)];
}

async function checkFolder(dataDir: string): Promise<Finding[]> {
  const name = 'data folder';
  const mode = await modeOf(dataDir);
  if (mode === undefined)
    return [{ name, state: 'skip', message: `${dataDir} is not there`, todo: 'name it with --data-dir' }];
  const message = `${dataDir}, mode ${modeText(mode)}`;
  if ((mode & 0o077) === 0) return [{ name, state: 'ok', message }];
  const todo = `chmod 700 ${dataDir}`;
  if ((mode & 0o007) === 0) return [{ name, state: 'warn', message: `${message}: its group may look in`, todo }];
  return [{ name, state: 'fail', message: `${message}: every user of this machine may look in`, todo }];
}

async function checkKey(name: string, path: string): Promise<Finding[]> {
  const mode = await modeOf(path);
  if (mode === undefined) return [];
  const message = `${path}, mode ${modeText(mode)}`;
  if ((mode & 0o077) === 0) return [{ name, state: 'ok', message }];
  return [
    { name, state: 'fail', message: `${message}: others can read it`, todo: `chmod 600 ${path}, and make another key` },
  ];
}

async function checkNamedFile(name: string, path: string): Promise<Finding[]> {
  const mode = await modeOf(path);
  if (mode === undefined)
    return [{ name, state: 'skip', message: `${path} cannot be read`, todo: 'ask as the user of the server' }];
  const message = `${path}, mode ${modeText(mode)}`;
  if ((mode & 0o077) === 0) return [{ name, state: 'ok', message }];
  // Only a warning, since orchestrators mount secrets with this mode, in a container without other users.
  const todo = `chmod 600 ${path}, unless nobody else is on this machine`;
  return [{ name, state: 'warn', message: `${message}: others can read it`, todo }];
}

function checkOperatorVariable(env: Env): Finding[] {
  if (!env['CAIRN_OPERATOR_KEY']?.trim()) return [];
  const message = 'is in a variable: child processes and who looks at the process see it';
  return [{ name: 'CAIRN_OPERATOR_KEY', state: 'warn', message, todo: 'put it into a file: CAIRN_OPERATOR_KEY_FILE' }];
}
