import { requestOf, send, ServerRefusal, type SentParts } from '@cairn/client';
import { issuesInWords, routes, type RouteInput, type RouteName, type RouteOutput } from '@cairn/contracts';
import { CommandFailure } from '../context/exit-codes.ts';

export { ServerRefusal, ServerUnreachable } from '@cairn/client';

const TIMEOUT_MS = 60_000;

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** For what goes through a whole store. */
  readonly timeoutMs?: number;
}

/** A server that takes what was forgotten for good only with `again`. */
export const isForgotten = (error: unknown): error is ServerRefusal =>
  error instanceof ServerRefusal && error.code === 'item/forgotten';

/** The parts of a route's input as a person typed them: the server checks what stands in them, and says what is wrong with it. */
type UncheckedInput<Name extends RouteName> = {
  readonly [Part in keyof RouteInput<Name>]: Part extends keyof SentParts ? SentParts[Part] : never;
};

/** One server over HTTP. Answers come back as the server sent them; errors are `ServerRefusal` or `ServerUnreachable`. */
export class CairnClient {
  readonly url: string;
  private readonly key: string | undefined;

  constructor({ url, key }: { url: string; key: string | undefined }) {
    this.url = url.replace(/\/+$/, '');
    this.key = key;
  }

  /** A data route, its answer held against the route's schema. `json` is the answer before that, with fields this version does not know. */
  async call<Name extends RouteName>(
    name: Name,
    { signal, timeoutMs = TIMEOUT_MS, ...sent }: UncheckedInput<Name> & RequestOptions,
  ): Promise<{ json: unknown; answer: RouteOutput<Name> }> {
    const json = await send(requestOf(routes[name], this.url, sent), { key: this.key, signal, timeoutMs });
    const read = routes[name].output.safeParse(json);
    if (read.success) return { json, answer: read.data as RouteOutput<Name> };
    const why = issuesInWords(read.error.issues, 'it');
    throw new CommandFailure(
      'failed',
      `The server's answer to ${name} is not one that this version of cairn knows: ${why}`,
    );
  }

  /** What stands beside the data routes, such as health. */
  get(path: string, { signal, timeoutMs = TIMEOUT_MS }: RequestOptions = {}): Promise<unknown> {
    return send(requestOf({ method: 'GET', path }, this.url, {}), { key: this.key, signal, timeoutMs });
  }
}
