import { CairnError } from '@cairn/contracts';
import { ConstantBackoff, handleWhen, retry } from 'cockatiel';

const OPEN_TIMEOUT_MS = 30_000;
const RETRY_PAUSE_MS = 500;

export const POSTGRES_UNREACHABLE =
  'Postgres cannot be used at the address in POSTGRES_URL: look whether it runs there, and at host, port, user, password and database.';

/**
 * Opens a store. Retries while the store may still be starting, as when all servers start at once; throws after
 * `OPEN_TIMEOUT_MS`.
 */
export async function openWithRetries<Store>(open: () => Promise<Store>, sentence: string): Promise<Store> {
  const giveUpAt = Date.now() + OPEN_TIMEOUT_MS;
  const isAway = (error: unknown) => error instanceof CairnError && error.retry && Date.now() <= giveUpAt;
  const untilThere = retry(handleWhen(isAway), { backoff: new ConstantBackoff(RETRY_PAUSE_MS) });
  try {
    return await untilThere.execute(() => open());
  } catch (error) {
    throw withLastError(error, sentence);
  }
}

/** Adds the last error of the system or server to the message. An error that states its own reason stays unchanged. */
function withLastError(error: unknown, sentence: string): unknown {
  if (!(error instanceof CairnError) || !['truth/unavailable', 'internal'].includes(error.code)) return error;
  const { code, cause } = error;
  const said = cause instanceof Error ? ` (${cause.message || cause.name})` : '';
  return new CairnError(code, sentence + said, { cause: error });
}
