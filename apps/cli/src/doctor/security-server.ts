import { networkInterfaces } from 'node:os';
import { formatCount, type KeySummary, type PrincipalSummary } from '@cairn/contracts';
import { auditProof } from '../server/audit-proof.ts';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import { isAlive, type ServerConnection } from '../server/server-connection.ts';
import type { Finding } from './checks.ts';
import { isLoopback } from './security-settings.ts';

const DAY_MS = 86_400_000;
const UNUSED_DAYS = 90;
const ADMIN_KEYS_MAX = 3;
const NAMED_KEYS_MAX = 5;

/** Checks the running server for open access. Checks that this key may not make are also reported. */
export async function checkRunningSecurity(server: ServerConnection | undefined): Promise<Finding[]> {
  if (!server) return [skippedFinding('server', 'none runs', 'start it ({cairn start}), or name it (--url)')];
  const { client, url } = server;
  const found = await Promise.all([
    checkReachability(url, ownAddresses()),
    askQuestion('keys', async () => {
      await requireAdmin(client);
      return checkKeys((await client.call('listKeys', {})).answer.keys, Date.now());
    }),
    askQuestion('people who left', async () => {
      await requireAdmin(client);
      return [checkFormerPrincipals((await client.call('listPrincipals', {})).answer.principals)];
    }),
    askQuestion('masking', async () => [await checkMasking(client)]),
    askQuestion('audit', async () => [await checkAudit(client)]),
  ]);
  const limits = 'limits, secrets and identity provider that the running server was started with';
  return [...found.flat(), skippedFinding("server's settings", limits, 'ask where it starts, with its variables')];
}

const skippedFinding = (name: string, message: string, todo: string): Finding => ({
  name,
  state: 'skip',
  message,
  todo,
});

/**
 * Refuses a key with a role below admin, for which the server would list only the keys and agents of the key's owner.
 */
async function requireAdmin(client: CairnClient): Promise<void> {
  const { role } = (await client.call('keyHolder', {})).answer;
  if (role !== 'admin') throw new Error(`this key has the role ${role}, and the server lists all to admins only`);
}

/** Runs one check. If the server refuses the check, only this check is skipped. */
async function askQuestion(name: string, question: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await question();
  } catch (error) {
    return [
      skippedFinding(
        name,
        error instanceof Error ? error.message : String(error),
        "give an admin's key: --key or CAIRN_KEY",
      ),
    ];
  }
}

/** Addresses of this machine that other machines may reach. Link-local addresses need a zone and are left out. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));

/**
 * Sends a request to the server at each of `addresses`, which belong to this machine. If the server answers at an
 * address, the network can reach it there.
 */
export async function checkReachability(url: string, addresses: readonly string[]): Promise<Finding[]> {
  const name = 'server';
  const { protocol, hostname, port } = new URL(url);
  if (protocol === 'https:') return [{ name, state: 'ok', message: `${url} speaks https` }];
  const todo = 'set CAIRN_TLS_CERT_FILE and CAIRN_TLS_KEY_FILE, or put a proxy that has TLS before it';
  if (!isLoopback(hostname))
    return [{ name, state: 'fail', message: `${url} is plain http: keys and texts can be read on the way`, todo }];
  const answering = await Promise.all(
    addresses.map(async (address) => ((await isAlive(`http://${address}:${port || 80}`)) ? [address] : [])),
  );
  const open = answering.flat();
  if (open.length === 0) return [{ name, state: 'ok', message: `${url} answers this machine alone` }];
  return [
    { name, state: 'fail', message: `answers the network in plain http, at ${listOf(open)} port ${port || 80}`, todo },
  ];
}

/** Checks the keys that are valid at `now` (epoch ms). */
function checkKeys(keys: readonly KeySummary[], now: number): Finding[] {
  const live = keys.filter(({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now));
  const unusedSince = now - UNUSED_DAYS * DAY_MS;
  const lasting = live.filter(({ expiresAt }) => expiresAt === null);
  const unused = live.filter(({ lastUsedAt, createdAt }) => (lastUsedAt ?? createdAt) < unusedSince);
  const admins = live.filter(({ role }) => role === 'admin');
  return [
    findingOfKeys('keys without end', lasting, 0, 'without expiry', '{cairn keys rotate ID --expires 2027-01-01}'),
    findingOfKeys('unused keys', unused, 0, `not used for ${UNUSED_DAYS} days`, '{cairn keys revoke ID}'),
    findingOfKeys(
      'admin keys',
      admins,
      ADMIN_KEYS_MAX,
      'that may do everything',
      '{cairn keys revoke ID}, or a lower role',
    ),
  ];
}

function findingOfKeys(name: string, keys: readonly KeySummary[], most: number, what: string, todo: string): Finding {
  if (keys.length <= most) return { name, state: 'ok', message: keys.length === 0 ? 'none' : `${keys.length}` };
  const message = `${formatCount(keys.length, 'key')} ${what}: ${listOf(keys.map((key) => `${key.name} ${key.prefix}…`))}`;
  return { name, state: 'warn', message, todo };
}

const listOf = (names: readonly string[]): string =>
  names.length > NAMED_KEYS_MAX
    ? `${names.slice(0, NAMED_KEYS_MAX).join(', ')} and ${names.length - NAMED_KEYS_MAX} more`
    : names.join(', ');

function checkFormerPrincipals(principals: readonly PrincipalSummary[]): Finding {
  const name = 'people who left';
  const inside = principals.filter(({ leftAt, keys }) => leftAt !== null && keys > 0);
  if (inside.length === 0) return { name, state: 'ok', message: 'none has a key that works' };
  const message = `${listOf(inside.map((one) => one.name))} left, and still has keys that work`;
  return { name, state: 'fail', message, todo: '{cairn keys revoke ID}, for each of theirs in {cairn keys list}' };
}

async function checkMasking(client: CairnClient): Promise<Finding> {
  const name = 'masking';
  const { masking } = (await client.call('settings', {})).answer;
  if (masking === 'on') return { name, state: 'ok', message: 'is on' };
  return { name, state: 'warn', message: 'is off: keys and tokens in texts are stored', todo: '{cairn masking on}' };
}

async function checkAudit(client: CairnClient): Promise<Finding> {
  const name = 'audit';
  const { checked, faults } = await auditProof(client);
  if (faults.length === 0) return { name, state: 'ok', message: `${formatCount(checked, 'entry', 'entries')} hold` };
  const message = `${formatCount(faults.length, 'fault')}: an entry was changed or removed`;
  return { name, state: 'fail', message, todo: '{cairn audit verify} names them' };
}
