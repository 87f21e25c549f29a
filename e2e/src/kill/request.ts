import { setTimeout as delay } from 'node:timers/promises';

export interface Requesting {
  readonly url: string;
  readonly key: string;
  /** Called as soon as an answer that says it is done is in. */
  readonly onAcknowledged: () => void;
}

export interface Answer {
  readonly code?: string | undefined;
  readonly body: {
    readonly items?: readonly { readonly id: string }[];
    readonly version?: number;
    readonly newMemoryId?: string;
    readonly error?: {
      readonly code: string;
      readonly message: string;
      readonly issues?: readonly { readonly allowed?: string }[];
    };
  };
}

const RETRY_MS = 20;
const REQUEST_MS = 10_000;
/** What a try says whose first answer was lost, or of what the server lost. */
const KNOWN = new Set(['item/unknown', 'item/stale-version', 'item/superseded']);

/** Asks until there is an answer that stands: who is dead, or cannot answer now, is asked again. `isEnough` may take another one. */
export async function requestUntilAnswered(
  { url, key, onAcknowledged }: Requesting,
  path: string,
  init: RequestInit,
  isEnough: (code: string, isFirst: boolean) => boolean = (code) => KNOWN.has(code),
): Promise<Answer> {
  for (let isFirst = true; ; isFirst = false) {
    const headers = { authorization: `Bearer ${key}`, ...(init.body && { 'content-type': 'application/json' }) };
    try {
      const response = await fetch(url + path, {
        ...init,
        headers: { ...headers, ...init.headers },
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      if (response.ok) onAcknowledged();
      const body = (await response.json()) as Answer['body'];
      const code = body.error?.code;
      if (response.ok || (code !== undefined && isEnough(code, isFirst))) return { code, body };
      if (response.status < 500 && response.status !== 429)
        throw new Refused(`${response.status}: ${JSON.stringify(body)}`);
    } catch (error) {
      if (error instanceof Refused) throw error; // Anything else is a killed server: the next try may meet the new one.
    }
    await delay(RETRY_MS);
  }
}

class Refused extends Error {}
