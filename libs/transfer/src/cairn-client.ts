import { requestOf, sendRequest, ServerRefusal, type SentParts } from '@cairn/client';
import { describeIssues, routes, type RouteInput, type RouteName, type RouteOutput } from '@cairn/contracts';
import { TransferFailure } from './failure.ts';

export { ServerRefusal, ServerUnreachable } from '@cairn/client';

const REQUEST_TIMEOUT_MS = 60_000;

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Time limit in ms; longer than the default for requests that read a whole store. */
  readonly timeoutMs?: number;
}

/**
 * Tells whether the server refused to store an item because it was forgotten for good. With `overwrite`, the server
 * would store the item.
 */
export const isForgotten = (error: unknown): error is ServerRefusal =>
  error instanceof ServerRefusal && error.code === 'item/forgotten';

/** Query parameters of a write; with `overwrite`, it also stores items that were forgotten for good. */
export const overwriteQuery = (overwrite = false): { readonly overwrite?: 'true' } =>
  overwrite ? { overwrite: 'true' } : {};

/** Input of a route as a person typed it. The server validates the input and reports faults. */
type UncheckedInput<Name extends RouteName> = {
  readonly [Part in keyof RouteInput<Name>]: Part extends keyof SentParts ? SentParts[Part] : never;
};

/** HTTP client of one server. Errors are `ServerRefusal` or `ServerUnreachable`. */
export class CairnClient {
  readonly url: string;
  private readonly key: string | undefined;

  constructor({ url, key }: { url: string; key: string | undefined }) {
    this.url = url.replace(/\/+$/, '');
    this.key = key;
  }

  /**
   * Calls a data route and validates the answer. `json` is the answer before validation, with fields that this version may not
   * know.
   */
  async call<Name extends RouteName>(
    name: Name,
    { signal, timeoutMs = REQUEST_TIMEOUT_MS, ...sent }: UncheckedInput<Name> & RequestOptions,
  ): Promise<{ json: unknown; answer: RouteOutput<Name> }> {
    const json = await sendRequest(requestOf(routes[name], this.url, sent), { key: this.key, signal, timeoutMs });
    const read = routes[name].output.safeParse(json);
    if (read.success) return { json, answer: read.data as RouteOutput<Name> };
    const why = describeIssues(read.error.issues, 'it');
    throw new TransferFailure(`The server's answer to ${name} is not one that this version of cairn knows: ${why}`);
  }

  /** Requests an address that is not a data route, such as health. */
  get(path: string, { signal, timeoutMs = REQUEST_TIMEOUT_MS }: RequestOptions = {}): Promise<unknown> {
    return sendRequest(requestOf({ method: 'GET', path }, this.url, {}), { key: this.key, signal, timeoutMs });
  }
}
