import fc from 'fast-check';

/** Raw request in a form that no regular client would send. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface Known {
  /** Operations that the server documents. */
  readonly operations: readonly { readonly method: string; readonly path: string }[];
  /** Credentials that must be refused. */
  readonly forged: readonly string[];
  /** Valid credentials, since most code is behind authentication. */
  readonly good: string;
}

const badText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '../../etc/passwd',
    "' or 1=1 --",
    '%00',
    '%ff%fe',
    '\u0000',
    '\ud800',
    '__proto__',
    '-1',
    '1e999',
    '9'.repeat(400),
    'x'.repeat(20_000),
    '\u202e\u0000\ufeff',
    '${jndi:ldap://x}',
    '<script>alert(1)</script>',
  ),
);

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const badJson = fc.oneof(
  fc.json(),
  fc.json().map((text) => text.slice(0, -1)),
  badText.map((text) =>
    JSON.stringify({ query: text, title: text, content: text, channel: text, action: text, id: text }),
  ),
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"x"',
    deep(50),
    deep(50_000),
    '{"__proto__":{"role":"admin"}}',
    '{"query":1,"query":2}',
  ),
);
const call = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const badMcp = fc.oneof(
  badText.map((name) => call('tools/call', { name, arguments: {} })),
  fc
    .tuple(
      fc.constantFrom('crystal_recall', 'crystal_get', 'crystal_forget', 'crystal_preflight', 'memory_get'),
      fc.object(),
    )
    .map(([name, values]) => call('tools/call', { name, arguments: values })),
  badText.map((uri) => call('resources/read', { uri })),
  fc.constantFrom(
    call('initialize', { protocolVersion: 'never' }),
    call('no/such', null),
    `[${Array.from({ length: 200 }, () => call('tools/list', {})).join()}]`,
    '{"jsonrpc":"1.0"}',
    '{"jsonrpc":"2.0","id":{},"method":5}',
  ),
);
const badBody = fc.oneof(
  fc.oneof(badJson, badMcp).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);

const visible = (text: string) => encodeURI(text.toWellFormed()).replaceAll('%25', '%');
const badQuery = fc
  .dictionary(fc.constantFrom('channel', 'limit', 'cursor', 'wait', 'sources'), badText, { maxKeys: 2 })
  .map((query) =>
    new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, value.toWellFormed()]),
    ).toString(),
  )
  .map((query) => (query === '' ? '' : `?${query}`));
const badTarget = ({ operations }: Known) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(fc.constantFrom(...operations), badText, badQuery).map(([{ method, path }, text, query]) => ({
        method,
        path: path.replaceAll(/\{\w+\}/g, visible(text)) + query,
      })),
    },
    { weight: 2, arbitrary: badQuery.map((query) => ({ method: 'POST', path: `/mcp${query}` })) },
    {
      weight: 1,
      arbitrary: fc.record({
        method: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'QUERY'),
        path: fc.oneof(
          badText.map((text) => `/${visible(text)}`),
          fc.constantFrom('//', '/%', '/v1/%2e%2e/%2e%2e/etc/passwd', '/console/../../package.json', '*', '/v1/caller'),
        ),
      }),
    },
  );

const header = (name: string, value: string) => [name, value] as const;
const badCredentials = ({ forged, good }: Known) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant([header('authorization', `Bearer ${good}`)]) },
    { weight: 2, arbitrary: fc.constantFrom(...forged).map((one) => [header('authorization', `Bearer ${one}`)]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        [],
        [header('authorization', 'Basic Og==')],
        [header('authorization', 'Bearer')],
        [header('authorization', `Bearer ${'x'.repeat(12_000)}`)],
        [header('authorization', `Bearer ${forged[0]}`), header('authorization', `Bearer ${good}`)],
        [header('authorization', `Bearer ${good.slice(0, -1)}`)],
        [header('cookie', `cairn_session=${forged[0]}`), header('x-cairn-console', '1')],
        [header('x-forwarded-user', 'admin'), header('x-cairn-principal', 'admin')],
      ),
    },
  );

const badFraming = (length: number) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant([header('content-length', String(length))]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        [header('content-length', String(length + 10))],
        [header('content-length', '-1')],
        [header('content-length', String(length)), header('transfer-encoding', 'chunked')],
        [header('transfer-encoding', 'chunked')],
        [header('content-length', String(length)), header('content-encoding', 'gzip')],
        [header('content-length', String(length)), header('expect', '200-maybe')],
      ),
    },
  );
const JSON_TYPE = 'application/json';
const badType = fc.oneof(
  { weight: 8, arbitrary: fc.constant(JSON_TYPE) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      `${JSON_TYPE}; charset=utf-16`,
      'text/plain',
      'multipart/form-data',
      ';',
      'application/x-ndjson',
    ),
  },
);
const badAccept = fc.oneof(
  { weight: 8, arbitrary: fc.constant(`${JSON_TYPE}, text/event-stream`) },
  { weight: 1, arbitrary: fc.constantFrom('*/*', 'image/png', '') },
);

/** Generates hostile requests, the same ones for the same seed. */
export function hostileRequests(known: Known, { seed, count }: { readonly seed: number; readonly count: number }) {
  const request = fc
    .record({
      ...{ target: badTarget(known), body: badBody, credentials: badCredentials(known) },
      ...{ type: badType, accept: badAccept },
    })
    .chain(({ target, body, credentials, type, accept }) =>
      badFraming(body.length).map((framing): HostileRequest => ({
        ...{ ...target, body },
        headers: [...credentials, header('content-type', type), header('accept', accept), ...framing],
      })),
    );
  return fc.sample(request, { seed, numRuns: count });
}
