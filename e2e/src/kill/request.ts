import { setTimeout as delay } from 'node:timers/promises';

export interface Requesting {
  readonly url: string;
  readonly key: string;
  /** Called as soon as a successful answer arrives. */
  readonly onAcknowledged: () => void;
}

export interface Answer {
  readonly code?: string | undefined;
  readonly body: {
    readonly items?: readonly { readonly id: string }[];
    readonly version?: number;
    readonly newMemoryId?: string;
    readonly proposals?: readonly { readonly memoryId?: string }[];
    readonly error?: {
      readonly code: string;
      readonly message: string;
      readonly issues?: readonly { readonly allowed?: string }[];
    };
  };
}

const RETRY_MS = 20;
const REQUEST_MS = 10_000;
/** Errors of a retry whose first answer was lost, or whose item the server lost. */
const KNOWN = new Set(['item/unknown', 'item/stale-version', 'item/superseded', 'proposal/decided']);

/** Retries until there is a final answer, through outages. `isEnough` may accept further answers. */
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
      if (error instanceof Refused) throw error; // Any other error comes from a killed server: the next attempt may reach the new one.
    }
    await delay(RETRY_MS);
  }
}

class Refused extends Error {}
