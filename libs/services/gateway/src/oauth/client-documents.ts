import { guardedLookup, isForbiddenHost, UnreachableAddress, type ReachableNetworks } from '@cairn/platform';
import type { OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Agent, fetch, type Response } from 'undici';
import { z } from 'zod';
import { ClientMetadata } from './client-metadata.ts';

/** Most bytes that are read of a description. */
const DOCUMENT_BYTES_MAX = 16_384;
/** Longest time in ms of a whole exchange; `CONNECT_TIMEOUT_MS` is the longest time for its connection. */
const EXCHANGE_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 3_000;
const CACHED_MAX = 500;
const CACHED_MS = 300_000;

/** A description of a client that cannot be used, with a sentence for the person who connects the client. */
export class ClientDocumentError extends Error {
  override readonly name = 'ClientDocumentError';
}

const Document = ClientMetadata.extend({
  client_id: z.string(),
  token_endpoint_auth_method: z.literal('none').optional(),
});

export interface ClientDocumentOptions {
  readonly networks?: ReachableNetworks;
  /** Authority of the servers' certificates, in PEM; by default those of the system. */
  readonly ca?: string;
}

/**
 * Reads descriptions of clients from their addresses (OAuth Client ID Metadata Document). Anybody can name an address, so
 * that only https of public networks is read, without redirects, and little of it.
 */
export class ClientDocuments implements OnApplicationShutdown {
  private readonly networks: ReachableNetworks;
  private readonly agent: Agent;
  private readonly documents = new LRUCache<string, ClientMetadata>({
    max: CACHED_MAX,
    ttl: CACHED_MS,
    fetchMethod: (address) => this.fetchDocument(address),
  });

  constructor({ networks = 'public', ca }: ClientDocumentOptions = {}) {
    this.networks = networks;
    const connect = { timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup(networks), ...(ca !== undefined && { ca }) };
    this.agent = new Agent({ connect });
  }

  onApplicationShutdown(): Promise<void> {
    return this.agent.destroy();
  }

  /** Reads the description of a client. Throws a `ClientDocumentError` for one that cannot be used. */
  async read(address: string): Promise<ClientMetadata> {
    requireDocumentAddress(address, this.networks);
    return (await this.documents.fetch(address))!;
  }

  private async fetchDocument(address: string): Promise<ClientMetadata> {
    const text = await this.fetchText(address);
    const document = Document.safeParse(parseJson(text));
    if (!document.success) {
      const [issue] = document.error.issues;
      throw new ClientDocumentError(
        `The description at ${address} is wrong: ${issue?.path.join('.')} ${issue?.message}`,
      );
    }
    if (document.data.client_id !== address)
      throw new ClientDocumentError(`The description at ${address} is of another client.`);
    return document.data;
  }

  private async fetchText(address: string): Promise<string> {
    const signal = AbortSignal.timeout(EXCHANGE_TIMEOUT_MS);
    try {
      const headers = { accept: 'application/json', 'user-agent': 'cairn' };
      const answer = await fetch(address, { redirect: 'error', dispatcher: this.agent, headers, signal });
      if (answer.status === 200) return await readText(answer);
      await answer.body?.cancel();
      throw new ClientDocumentError(`${address} answered with ${answer.status}.`);
    } catch (error) {
      throw error instanceof ClientDocumentError ? error : unreadable(address, error);
    }
  }
}

function unreadable(address: string, error: unknown): ClientDocumentError {
  const { cause } = error as { readonly cause?: unknown };
  const reason = cause instanceof UnreachableAddress ? 'is in no public network' : 'did not answer, or led elsewhere';
  return new ClientDocumentError(`${address} ${reason}.`, { cause: error });
}

/** Refuses an address that cannot be the id of a client: it has a path, and no query, fragment, user or dot segment. */
function requireDocumentAddress(address: string, networks: ReachableNetworks): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain = url?.href === address && url.protocol === 'https:' && url.pathname !== '/';
  if (!isPlain || /[?#@]/.test(address)) throw new ClientDocumentError('This is no address of a client.');
  if (isForbiddenHost(address, networks)) throw new ClientDocumentError(`${address} is in no public network.`);
}

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > DOCUMENT_BYTES_MAX)
      throw new ClientDocumentError(`The description of the client has more than ${DOCUMENT_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
