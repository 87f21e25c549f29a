import type { NewWebhook, WebhookDue } from '@cairn/contracts';
import {
  guardedLookup,
  isForbiddenHost,
  UnreachableAddress,
  WebhookNetworks,
  type ReachableNetworks,
} from '@cairn/platform';
import type { WebhookAttempt } from '@cairn/store';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, fetch } from 'undici';
import { signatureOf } from './signature.ts';

/** Longest time in ms of a whole exchange; `CONNECT_TIMEOUT_MS` is the longest time for its connection. */
const EXCHANGE_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const STATUS_GONE = 410;

/**
 * Sends signed messages to webhooks, as Standard Webhooks describes it. Follows no redirect, and reads only the status
 * of an answer.
 */
@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly agent: Agent;

  constructor(@Inject(WebhookNetworks) private readonly networks: ReachableNetworks) {
    this.agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup(networks) } });
  }

  onApplicationShutdown(): Promise<void> {
    return this.agent.destroy();
  }

  async send({ url, secret }: Pick<NewWebhook, 'url' | 'secret'>, message: WebhookDue): Promise<WebhookAttempt> {
    const signal = AbortSignal.timeout(EXCHANGE_TIMEOUT_MS);
    try {
      // A URL with an IP address in place of a host name needs no look-up, so the address is checked here.
      if (isForbiddenHost(url, this.networks)) throw new UnreachableAddress(url);
      const request = { ...requestOf(message, secret), redirect: 'manual', dispatcher: this.agent, signal } as const;
      const { status, ok, body } = await fetch(url, request);
      await body?.cancel();
      return ok ? { outcome: 'delivered' } : failedWith(`status ${status}`, status === STATUS_GONE);
    } catch (error) {
      return failedWith(signal.aborted ? `no answer within ${EXCHANGE_TIMEOUT_MS / 1000} s` : reasonOf(error));
    }
  }
}

function requestOf({ messageId, type, at, data }: WebhookDue, secret: string) {
  const timestamp = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'cairn',
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id: messageId, timestamp, body }, secret),
  };
  return { method: 'POST', headers, body };
}

const failedWith = (failure: string, isGone = false): WebhookAttempt => ({ outcome: 'failed', failure, isGone });

/** Describes a failure by fixed words and codes, without the text of a receiver. */
function reasonOf(error: unknown): string {
  const { cause = error } = error as { readonly cause?: unknown };
  if (cause instanceof UnreachableAddress) return 'the address is in no network that webhooks may reach';
  const { code } = cause as { readonly code?: unknown };
  return `no connection${typeof code === 'string' ? ` (${code})` : ''}`;
}
