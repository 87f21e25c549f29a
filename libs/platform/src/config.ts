import { BackupEvery, BACKUPS_KEPT, CairnError, DEFAULT_PORT, Role, roles, wordLanguages } from '@cairn/contracts';
import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { fileNameOf, withSecretFiles } from './secret-files.ts';
import { reachableNetworks } from './reachable-addresses.ts';

const LogLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);
const Language = z.enum(wordLanguages);
const EmbedderKind = z.enum(['bundled', 'folder', 'openai', 'none']);

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));

const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin such as https://console.example.org',
  );

const address = z.string().regex(/^[A-Za-z0-9.:_-]+$/);

const httpUrl = z.url({ protocol: /^https?$/ });
const optionalHttpUrl = z.union([z.literal('').transform(() => undefined), httpUrl]);
const redisUrl = z.url({ protocol: /^rediss?$/ });
const optionalRedisUrl = z.union([z.literal('').transform(() => undefined), redisUrl]);
const optionalCosine = z
  .string()
  .regex(/^(-?[01](\.\d{1,6})?)?$/)
  .transform((text) => (text === '' ? undefined : Number(text)))
  .pipe(z.number().min(-1).max(1).optional());
const optionalTokens = z.union([z.literal('').transform(() => undefined), wholeNumber(32, 32_768)]);
const optionalText = z.string().transform((text) => (text === '' ? undefined : text));

const OPERATOR_KEY = /^cairn_operator_[A-Za-z0-9_-]{32,150}$/;
const claim = optionalText.pipe(z.string().max(200).optional());
const optionalIssuer = z.union([
  z.literal('').transform(() => undefined),
  httpUrl.refine((text) => URL.canParse(text) && isSafeIssuer(new URL(text))),
]);
const isSafeIssuer = ({ protocol, hostname, search, hash }: URL) =>
  (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) && search === '' && hash === '';

const roleOfValue = z
  .string()
  .regex(/^[^=]{1,200}=[a-z]+$/)
  .transform((pair) => pair.split('=') as [string, string])
  .pipe(z.tuple([z.string().trim(), Role]));
const FirstRole = z.enum([...roles, 'none']);

const SECRET_CHARS_MIN = 32;
/** Least number of distinct pairs of adjacent characters in a secret. A repeated word or a row of digits has fewer. */
const SECRET_PAIRS_MIN = 20;

const pairsIn = (text: string) =>
  new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))).size;
const serviceSecret = z
  .string()
  .min(SECRET_CHARS_MIN)
  .refine((text) => pairsIn(text) >= SECRET_PAIRS_MIN);

interface Setting {
  readonly name: `CAIRN_${string}` | `${'POSTGRES' | 'REDIS' | 'ELASTICSEARCH' | 'QDRANT' | 'OTEL'}_${string}`;
  readonly default: string;
  /** Describes the allowed values. */
  readonly allowed: string;
  readonly meaning: string;
  /** Whether spaces around the value belong to it. */
  readonly verbatim?: true;
  /** Whether the value is a secret, which is never shown. */
  readonly secret?: true;
  /** Parses the text of the value. */
  readonly schema: z.ZodType<unknown, string>;
}

/**
 * All settings of a server. The start reads them, and docs/reference/config.md is generated from them. An empty value
 * counts as not set.
 */
export const settings = [
  {
    name: 'CAIRN_DATA_DIR',
    default: '.cairn',
    allowed: 'a path',
    meaning: 'Where the embedded backend keeps its data.',
    schema: z.string(),
  },
  {
    name: 'CAIRN_HOST',
    default: '127.0.0.1',
    allowed: 'an address',
    meaning:
      'The address to listen on. 0.0.0.0 opens the server to the network; the server of one process then needs a certificate, or CAIRN_INSECURE_HTTP.',
    schema: address,
  },
  {
    name: 'CAIRN_PORT',
    default: String(DEFAULT_PORT),
    allowed: '0 to 65535',
    meaning: 'The port to listen on; 0 takes any free one.',
    schema: wholeNumber(0, 65_535),
  },
  {
    name: 'CAIRN_INSECURE_HTTP',
    default: 'off',
    allowed: 'on or off',
    meaning:
      'on: the server of one process may listen beyond this machine without a certificate. Keys and texts can be read on the way then, so only in a network that you trust, or in a container whose port a proxy with a certificate reaches.',
    schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
  },
  {
    name: 'CAIRN_TLS_CERT_FILE',
    default: '',
    allowed: 'a path; needed with CAIRN_TLS_KEY_FILE',
    meaning:
      'A file with the certificate, and those between it and its authority, in PEM. Set with its key, the server speaks https alone, and new connections get what the files hold within seconds after they changed. The port of CAIRN_METRICS_PORT stays http.',
    schema: optionalText,
  },
  {
    name: 'CAIRN_TLS_KEY_FILE',
    default: '',
    allowed: 'a path; needed with CAIRN_TLS_CERT_FILE',
    meaning: 'The file with the key of the certificate, in PEM.',
    schema: optionalText,
  },
  {
    name: 'CAIRN_METRICS_PORT',
    default: '',
    allowed: '0 to 65535',
    meaning:
      'A second port that shows /metrics and what each part of /readyz says, without a key; 0 takes any free one. Unset: none, and both are shown to an admin key at CAIRN_PORT.',
    schema: z.union([z.literal('').transform(() => undefined), wholeNumber(0, 65_535)]),
  },
  {
    name: 'CAIRN_METRICS_HOST',
    default: '127.0.0.1',
    allowed: 'an address',
    meaning: 'The address to listen on with CAIRN_METRICS_PORT. It needs no key, so let only your monitoring reach it.',
    schema: address,
  },
  {
    name: 'CAIRN_LOG_LEVEL',
    default: 'info',
    allowed: LogLevel.options.join(', '),
    meaning: 'The least severe log line that is written.',
    schema: LogLevel,
  },
  {
    name: 'CAIRN_DRAIN_SECONDS',
    default: '0',
    allowed: '0 to 60',
    meaning:
      'How long a stopping server continues to serve while /readyz says no, so that routers can leave it first. It ends at most 20 seconds later; whoever kills it must wait for both (terminationGracePeriodSeconds of Kubernetes, stop_grace_period of Compose, TimeoutStopSec of systemd).',
    schema: wholeNumber(0, 60),
  },
  {
    name: 'CAIRN_STUCK_SECONDS',
    default: '30',
    allowed: '0 to 3600',
    meaning:
      'After how long a process whose main thread does not get on logs the stack that it is stuck in and ends with SIGKILL (exit code 137), so that whoever watches it starts another; 0: never. Time in which the machine slept, the process was stopped or a debugger was attached does not count.',
    schema: wholeNumber(0, 3_600),
  },
  {
    name: 'CAIRN_IDLE_SECONDS',
    default: '30',
    allowed: '5 to 86400',
    meaning:
      'How long a server that `cairn mcp` started, since none ran, goes on after the last request. A `cairn mcp` that is connected asks every two seconds.',
    schema: wholeNumber(5, 86_400),
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    allowed: 'an http or https address',
    meaning:
      'The OpenTelemetry collector that gets traces, as OTLP in JSON over HTTP. Without it none are made. Other `OTEL_*` variables, such as OTEL_TRACES_SAMPLER, are read by the SDK itself.',
    schema: optionalHttpUrl,
  },
  {
    name: 'CAIRN_EMBEDDER',
    default: 'bundled',
    allowed: EmbedderKind.options.join(', '),
    meaning:
      'The embedding model: the one that ships, one in the folder CAIRN_MODEL_DIR, any OpenAI-compatible endpoint, or none (words only; what is written meanwhile gets its vectors when there is a model).',
    schema: EmbedderKind,
  },
  {
    name: 'CAIRN_MODEL_DIR',
    default: '',
    allowed: 'a path; not with openai',
    meaning:
      'A folder with a sentence encoder: config.json, tokenizer.json, and model.onnx or onnx/model.onnx. Set alone it is enough: CAIRN_EMBEDDER is folder then. See docs/operate/models.md.',
    schema: z.string().min(1),
  },
  {
    name: 'CAIRN_EMBEDDER_URL',
    default: '',
    allowed: 'an http or https address',
    meaning: 'Base address of the endpoint, up to and without /embeddings. Needed by openai.',
    schema: httpUrl,
  },
  {
    name: 'CAIRN_EMBEDDER_KEY',
    default: '',
    allowed: 'a key',
    meaning: 'Key of the endpoint, if it needs one.',
    secret: true,
    schema: optionalText,
  },
  {
    name: 'CAIRN_EMBEDDER_MODEL',
    default: '',
    allowed: 'a name',
    meaning: 'Name of the model at the endpoint. Needed by openai.',
    schema: z.string().min(1),
  },
  {
    name: 'CAIRN_EMBEDDER_DIMS',
    default: '',
    allowed: '32 to 8192',
    meaning: 'Dimensions of its vectors. Needed by openai.',
    schema: wholeNumber(32, 8_192),
  },
  {
    name: 'CAIRN_EMBEDDER_QUERY_PREFIX',
    default: '',
    allowed: 'a text of at most 500 characters',
    meaning:
      'The prefix that the model expects before a query, such as `query: ` of e5; a space at its end counts. With openai and folder, where unset means the prefix in the files of the folder. Another prefix makes other vectors.',
    verbatim: true,
    schema: z.string().max(500),
  },
  {
    name: 'CAIRN_EMBEDDER_DOCUMENT_PREFIX',
    default: '',
    allowed: 'a text of at most 500 characters',
    meaning:
      'The prefix that it expects before a stored text, such as `passage: `. With openai and folder, as above. Another prefix makes other vectors.',
    verbatim: true,
    schema: z.string().max(500),
  },
  {
    name: 'CAIRN_EMBEDDER_MAX_TOKENS',
    default: '',
    allowed: '32 to 32768',
    meaning:
      'The most tokens of a text that the model reads, its prefix included, as its card says; a longer text gets several vectors. With openai, 512 if unset; with folder, the number in its files, or less. Another number makes other vectors.',
    schema: optionalTokens,
  },
  {
    name: 'CAIRN_EMBEDDER_COSINE_NONE',
    default: '',
    allowed: 'a number from -1 to 1',
    meaning:
      'The cosine of unrelated texts by this model; if neither this nor the next is set, it is measured. With openai and folder.',
    schema: optionalCosine,
  },
  {
    name: 'CAIRN_EMBEDDER_COSINE_FULL',
    default: '',
    allowed: 'a number above CAIRN_EMBEDDER_COSINE_NONE, up to 1',
    meaning:
      'The cosine of a question and its answer by this model; if only CAIRN_EMBEDDER_COSINE_NONE is set, 0.6 above it, or 1. With openai and folder.',
    schema: optionalCosine,
  },
  {
    name: 'CAIRN_PROPOSALS_URL',
    default: '',
    allowed: 'an http or https address; needs CAIRN_PROPOSALS_MODEL',
    meaning:
      'Base address of an OpenAI-compatible endpoint, up to and without /chat/completions, that proposes the meaning of memories for `cairn review --meaning --propose`, and advises on proposals for `cairn review --advise`. Without it nothing is sent to anybody. See docs/use/correcting.md and docs/use/proposals.md.',
    schema: optionalHttpUrl,
  },
  {
    name: 'CAIRN_PROPOSALS_KEY',
    default: '',
    allowed: 'a key',
    meaning: 'Key of that endpoint, if it needs one.',
    secret: true,
    schema: optionalText,
  },
  {
    name: 'CAIRN_PROPOSALS_MODEL',
    default: '',
    allowed: 'a name; set together with CAIRN_PROPOSALS_URL',
    meaning: 'Name of the language model at that endpoint.',
    schema: optionalText,
  },
  {
    name: 'CAIRN_NEXT_EMBEDDER',
    default: 'none',
    allowed: EmbedderKind.options.join(', '),
    meaning:
      'The model that `cairn reindex` builds the next vectors by, beside those of CAIRN_EMBEDDER; none: by the same again.',
    schema: EmbedderKind,
  },
  {
    name: 'CAIRN_NEXT_MODEL_DIR',
    default: '',
    allowed: 'a path; not with openai',
    meaning: 'Like CAIRN_MODEL_DIR, for the next model.',
    schema: z.string().min(1),
  },
  {
    name: 'CAIRN_NEXT_EMBEDDER_URL',
    default: '',
    allowed: 'an http or https address',
    meaning: 'Like CAIRN_EMBEDDER_URL, for the next model.',
    schema: httpUrl,
  },
  {
    name: 'CAIRN_NEXT_EMBEDDER_KEY',
    default: '',
    allowed: 'a key',
    meaning: 'Like CAIRN_EMBEDDER_KEY, for the next model.',
    secret: true,
    schema: optionalText,
  },
  {
    name: 'CAIRN_NEXT_EMBEDDER_MODEL',
    default: '',
    allowed: 'a name',
    meaning: 'Like CAIRN_EMBEDDER_MODEL, for the next model.',
    schema: z.string().min(1),
  },
  {
    name: 'CAIRN_NEXT_EMBEDDER_DIMS',
    default: '',
    allowed: '32 to 8192',
    meaning: 'Like CAIRN_EMBEDDER_DIMS, for the next model.',
    schema: wholeNumber(32, 8_192),
  },
  {
    name: 'CAIRN_NEXT_EMBEDDER_QUERY_PREFIX',
    default: '',
    allowed: 'a text of at most 500 characters',
    meaning: 'Like CAIRN_EMBEDDER_QUERY_PREFIX, for the next model.',
    verbatim: true,
    schema: z.string().max(500),
  },
  {
    name: 'CAIRN_NEXT_EMBEDDER_DOCUMENT_PREFIX',
    default: '',
    allowed: 'a text of at most 500 characters',
    meaning: 'Like CAIRN_EMBEDDER_DOCUMENT_PREFIX, for the next model.',
    verbatim: true,
    schema: z.string().max(500),
  },
  {
    name: 'CAIRN_NEXT_EMBEDDER_MAX_TOKENS',
    default: '',
    allowed: '32 to 32768',
    meaning: 'Like CAIRN_EMBEDDER_MAX_TOKENS, for the next model.',
    schema: optionalTokens,
  },
  {
    name: 'CAIRN_NEXT_EMBEDDER_COSINE_NONE',
    default: '',
    allowed: 'a number from -1 to 1',
    meaning: 'Like CAIRN_EMBEDDER_COSINE_NONE, for the next model.',
    schema: optionalCosine,
  },
  {
    name: 'CAIRN_NEXT_EMBEDDER_COSINE_FULL',
    default: '',
    allowed: 'a number above CAIRN_NEXT_EMBEDDER_COSINE_NONE, up to 1',
    meaning: 'Like CAIRN_EMBEDDER_COSINE_FULL, for the next model.',
    schema: optionalCosine,
  },
  {
    name: 'CAIRN_LANGUAGE',
    default: 'english',
    allowed: Language.options.join(', '),
    meaning:
      'The language of the word index: its stems and stop words. An empty store starts with it, and `cairn reindex --target words` builds the next word index in it. The present one stays until the switch. See docs/operate/models.md.',
    schema: Language,
  },
  {
    name: 'CAIRN_REINDEX_PER_SECOND',
    default: '200',
    allowed: '1 to 100000',
    meaning:
      'The most items a second that go into an index which is being rebuilt, so that reads and new writes keep their share.',
    schema: wholeNumber(1, 100_000),
  },
  {
    name: 'CAIRN_OWN_TEXT',
    default: 'remove',
    allowed: 'remove or keep',
    meaning:
      "Whether Cairn's own answers that come back in a message are replaced by a line with the ids of their items, or stored unchanged.",
    schema: z.enum(['remove', 'keep']),
  },
  {
    name: 'CAIRN_WEBHOOK_NETWORKS',
    default: 'public',
    allowed: 'public or private',
    meaning:
      'Where webhooks may be sent. private: also to this machine, private networks and the addresses of a cluster. Link-local addresses are refused all the same. See docs/team/webhooks.md.',
    schema: z.enum(reachableNetworks),
  },
  {
    name: 'CAIRN_EXTRACTION',
    default: 'on',
    allowed: 'on or off',
    meaning:
      'Whether conversations are read for proposals once they were quiet for two minutes (docs/use/conversations.md); off: they wait.',
    schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
  },
  {
    name: 'CAIRN_KEEP_DAYS',
    default: '7',
    allowed: '1 to 3650',
    meaning:
      'Days after which a repeated Idempotency-Key is a new write, and an index no longer knows that an item was removed: longer than a process can sleep between reading an item and indexing it.',
    schema: wholeNumber(1, 3_650),
  },
  {
    name: 'CAIRN_RATE_LIMIT_PER_MINUTE',
    default: '6000',
    allowed: '1 to 10000000',
    meaning: 'Requests a minute with one key, or from one address without a key.',
    schema: wholeNumber(1, 10_000_000),
  },
  {
    name: 'CAIRN_BODIES_MB',
    default: '64',
    allowed: '32 to 65536',
    meaning:
      'Megabytes of request bodies that the process holds at the same time: a half at most with one key, or from one address. Beside it a body takes about three times its size while it is read.',
    schema: wholeNumber(32, 65_536),
  },
  {
    name: 'CAIRN_BODY_SECONDS',
    default: '30',
    allowed: '1 to 3600',
    meaning: 'The timeout for the body of a request.',
    schema: wholeNumber(1, 3_600),
  },
  {
    name: 'CAIRN_TRUSTED_PROXIES',
    default: '',
    allowed: 'a comma list of addresses, ranges such as 10.0.0.0/8, and loopback, linklocal, uniquelocal',
    meaning:
      'Proxies whose X-Forwarded headers are believed, so that limits by address count who is behind them. Without it everybody behind a proxy counts as one.',
    schema: commaList.pipe(z.array(z.string().regex(/^([0-9A-Fa-f.:]+(\/\d{1,3})?|loopback|linklocal|uniquelocal)$/))),
  },
  {
    name: 'CAIRN_PEER_PREFIXES',
    default: 'coach,peer-coach',
    allowed: 'a comma list of channel prefixes',
    meaning: 'Channel prefixes whose concrete channels (coach:511) belong to one peer; for new organisations.',
    schema: commaList.pipe(z.array(z.string().regex(/^[^:\s]{1,100}$/, 'a prefix holds no colon and no space'))),
  },
  {
    name: 'CAIRN_OPERATOR_KEY',
    default: '',
    allowed: 'cairn_operator_ and 32 to 150 letters, digits, - and _ that nobody can guess',
    meaning:
      'The key of the operator: it creates, limits and removes organisations (/v1/organisations) and reads nothing in them. Unset: nobody can.',
    secret: true,
    schema: z
      .union([z.literal(''), z.string().regex(OPERATOR_KEY)])
      .transform((text) => (text === '' ? undefined : text)),
  },
  {
    name: 'CAIRN_ALLOWED_ORIGINS',
    default: '',
    allowed: 'a comma list of origins',
    meaning: 'Origins whose web pages may call the server, beside those of this machine.',
    schema: commaList.pipe(z.array(origin)),
  },
  {
    name: 'CAIRN_ALLOWED_HOSTS',
    default: '',
    allowed: 'a comma list of host names without ports',
    meaning:
      'Names under which a proxy calls a server that listens on this machine only; for /mcp, which refuses others.',
    schema: commaList.pipe(z.array(z.string().regex(/^[A-Za-z0-9.-]+$/, 'a host name has no scheme and no port'))),
  },
  {
    name: 'CAIRN_PUBLIC_URL',
    default: '',
    allowed: 'an origin such as https://cairn.example.com, without a path',
    meaning:
      'The address by which people and clients call the server: where the identity provider leads back to, and what clients are told. Without it, the sign-in of the console works under the names of this machine and of CAIRN_ALLOWED_HOSTS alone.',
    schema: z.union([z.literal('').transform(() => undefined), origin.pipe(httpUrl)]),
  },
  {
    name: 'CAIRN_OAUTH',
    default: 'on',
    allowed: 'on or off',
    meaning:
      'Whether people can connect remote clients such as claude.ai by OAuth: the server is its own authorization server then. It needs CAIRN_PUBLIC_URL, with https or of this machine, and no CAIRN_OIDC_ISSUER. See docs/team/remote-clients.md.',
    schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
  },
  {
    name: 'CAIRN_OIDC_ISSUER',
    default: '',
    allowed: 'an https address, or http of this machine, without a query',
    meaning:
      "The company's identity provider, whose access tokens are taken beside keys: its `issuer`, under which /.well-known/openid-configuration lies. Unset: keys alone. See docs/team/people.md.",
    schema: optionalIssuer,
  },
  {
    name: 'CAIRN_OIDC_AUDIENCE',
    default: '',
    allowed: 'a comma list; needed with CAIRN_OIDC_ISSUER',
    meaning:
      'The audiences of access tokens: a token must be for one of these. The address of /mcp, if clients ask for tokens by the address that they call.',
    schema: commaList,
  },
  {
    name: 'CAIRN_OIDC_CLIENT_ID',
    default: '',
    allowed: 'the id of a client of the identity provider',
    meaning:
      "The client id of the web console at the identity provider, for sign-in with the company's identity. Unset: with a key. See docs/team/people.md.",
    schema: optionalText,
  },
  {
    name: 'CAIRN_OIDC_CLIENT_SECRET',
    default: '',
    allowed: 'the secret of that client',
    meaning:
      'Where the provider wants one. Without it the console is a public client; the code is proven by PKCE either way.',
    secret: true,
    schema: optionalText,
  },
  {
    name: 'CAIRN_OIDC_SCOPES',
    default: '',
    allowed: 'a comma list of scopes',
    meaning: 'The scopes that MCP clients request from the identity provider.',
    schema: commaList.pipe(z.array(z.string().regex(/^[\x21\x23-\x5B\x5D-\x7E]+$/))),
  },
  {
    name: 'CAIRN_OIDC_ROLE_CLAIM',
    default: '',
    allowed: 'the name of a claim, or a path with dots such as realm_access.roles',
    meaning:
      'The claim that sets the role, whenever a newer token has another. Unset: CAIRN_OIDC_FIRST_ROLE, until an admin changes it.',
    schema: claim,
  },
  {
    name: 'CAIRN_OIDC_ROLES',
    default: '',
    allowed: `a comma list such as cairn-admins=admin, staff=writer; roles are ${roles.join(', ')}`,
    meaning:
      'The role for each value of CAIRN_OIDC_ROLE_CLAIM; of several, the highest counts. Unset: the values are names of roles.',
    schema: commaList.pipe(z.array(roleOfValue)),
  },
  {
    name: 'CAIRN_OIDC_FIRST_ROLE',
    default: 'reader',
    allowed: FirstRole.options.join(', '),
    meaning:
      'The role at the first sign-in of a person, or when CAIRN_OIDC_ROLE_CLAIM gives none; none: they may not sign in.',
    schema: FirstRole,
  },
  {
    name: 'CAIRN_OIDC_TEAMS_CLAIM',
    default: '',
    allowed: 'the name of a claim, or a path with dots',
    meaning:
      'The claim that lists the teams of a person by name; they leave all others. Unknown names are ignored. Unset: admins manage teams.',
    schema: claim,
  },
  {
    name: 'CAIRN_OIDC_ORGANISATION_CLAIM',
    default: '',
    allowed: 'the name of a claim, or a path with dots',
    meaning:
      'The claim that holds the id of the organisation; a token without it is refused then. Unset: the first organisation.',
    schema: claim,
  },
  {
    name: 'CAIRN_BACKUP_TO',
    default: '',
    allowed: 'a folder, or s3://bucket/prefix',
    meaning:
      'Where the server backs up its data folder by itself. Unset: as `cairn backup --every` says, or nowhere. An s3:// address needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and reads AWS_SESSION_TOKEN, AWS_REGION and AWS_ENDPOINT_URL_S3. See docs/operate/backup.md.',
    schema: optionalText,
  },
  {
    name: 'CAIRN_BACKUP_EVERY',
    default: '1d',
    allowed: 'a time such as 12h, 1d or 2w',
    meaning: 'The pause between two backups, with CAIRN_BACKUP_TO.',
    schema: BackupEvery,
  },
  {
    name: 'CAIRN_BACKUP_KEEP',
    default: String(BACKUPS_KEPT),
    allowed: '1 to 10000',
    meaning: 'How many backups are kept in CAIRN_BACKUP_TO; older ones are removed.',
    schema: wholeNumber(1, 10_000),
  },
  {
    name: 'CAIRN_READERS',
    default: '2',
    allowed: '1 to 16',
    meaning:
      'Threads that read the embedded store, and as many that answer recalls and preflights over it, but no more of these than the machine has cores but one.',
    schema: wholeNumber(1, 16),
  },
  {
    name: 'POSTGRES_URL',
    default: '',
    allowed: 'postgres://user:password@host:port/database',
    meaning: 'The store of record of the cluster.',
    secret: true,
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
  },
  {
    name: 'POSTGRES_POOL_MAX',
    default: '10',
    allowed: '1 to 500',
    meaning:
      'The most connections of a process for transactions. It has one more for probes and one for notifications; ingest has two for notifications.',
    schema: wholeNumber(1, 500),
  },
  {
    name: 'REDIS_URL',
    default: '',
    allowed: 'redis://user:password@host:port/number, or rediss://',
    meaning: 'The queues between the services.',
    secret: true,
    schema: redisUrl,
  },
  {
    name: 'CAIRN_LIMITS_REDIS_URL',
    default: '',
    allowed: 'as REDIS_URL',
    meaning:
      'Where the replicas of all services count requests together, so that CAIRN_RATE_LIMIT_PER_MINUTE holds for all of them, and where they share what Health sums; without it, and while it is away, each counts alone.',
    secret: true,
    schema: optionalRedisUrl,
  },
  {
    name: 'ELASTICSEARCH_URL',
    default: '',
    allowed: 'http(s)://user:password@host:port; the user can be left out',
    meaning: 'The word index.',
    secret: true,
    schema: httpUrl,
  },
  {
    name: 'QDRANT_URL',
    default: '',
    allowed: 'an http or https address',
    meaning: 'The vector index.',
    secret: true,
    schema: httpUrl,
  },
  {
    name: 'QDRANT_API_KEY',
    default: '',
    allowed: 'a key',
    meaning: 'Key of the vector index, if it needs one.',
    secret: true,
    schema: optionalText,
  },
  {
    name: 'QDRANT_REPLICATION_FACTOR',
    default: '1',
    allowed: '1 to 10',
    meaning: 'Copies of each new collection, on as many nodes of Qdrant. An existing collection keeps its number.',
    schema: wholeNumber(1, 10),
  },
  {
    name: 'CAIRN_NAMESPACE',
    default: 'cairn',
    allowed: 'up to 40 small letters, digits, - and _; a letter first',
    meaning:
      'The beginning of the names of queues, indexes and collections, so that two installations can share servers.',
    schema: z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/),
  },
  {
    name: 'CAIRN_CONCURRENCY',
    default: '128',
    allowed: '1 to 1024',
    meaning:
      'Concurrent events of one queue of words in a process. Most of them wait: a word is indexed when Elasticsearch has refreshed. Of vectors, for which the model computes one text after another, at most 32.',
    schema: wholeNumber(1, 1_024),
  },
  {
    name: 'CAIRN_INGEST_URL',
    default: '',
    allowed: 'an http or https address',
    meaning: 'Where the gateway finds ingest.',
    schema: httpUrl,
  },
  {
    name: 'CAIRN_RECALL_URL',
    default: '',
    allowed: 'an http or https address',
    meaning: 'Where the gateway and the graph find recall.',
    schema: httpUrl,
  },
  {
    name: 'CAIRN_GRAPH_URL',
    default: '',
    allowed: 'an http or https address',
    meaning: 'Where the gateway finds the graph.',
    schema: httpUrl,
  },
  {
    name: 'CAIRN_SERVICE_SECRET',
    default: '',
    allowed: `${SECRET_CHARS_MIN} characters or more that nobody can guess and that do not repeat each other, as \`openssl rand -hex 32\` makes them; two of them with a comma between, while the second is on its way out`,
    meaning:
      'The secret with which services sign and check the tokens of calls to each other: the first signs, all check.',
    secret: true,
    schema: commaList.pipe(z.array(serviceSecret).min(1).max(2)),
  },
] as const satisfies readonly Setting[];

type SettingRow = (typeof settings)[number];
export type SettingName = SettingRow['name'];
type ValueOf<Name extends SettingName> = z.output<Extract<SettingRow, { name: Name }>['schema']>;
type Values = Record<SettingName, string>;

/** The names of the settings for one concern, and the schema of their values. */
interface Part<Output> {
  readonly names: readonly SettingName[];
  readonly schema: z.ZodType<Output>;
}

const schemas = Object.fromEntries(settings.map(({ name, schema }) => [name, schema])) as unknown as Record<
  SettingName,
  z.ZodType
>;

/** Makes a part from a map of code names to names of settings. */
function definePart<const Fields extends Record<string, SettingName>>(
  fields: Fields,
): Part<{ readonly [Field in keyof Fields]: ValueOf<Fields[Field]> }> {
  const names = Object.values(fields);
  const schema = z
    .object(Object.fromEntries(names.map((name) => [name, schemas[name]])))
    .transform((values) => Object.fromEntries(Object.entries(fields).map(([field, name]) => [field, values[name]])));
  // Each field has the type of the setting that it names, which TypeScript cannot infer through the entries.
  return { names, schema: schema as never };
}

const serverSettings = definePart({
  host: 'CAIRN_HOST',
  port: 'CAIRN_PORT',
  metricsHost: 'CAIRN_METRICS_HOST',
  metricsPort: 'CAIRN_METRICS_PORT',
  logLevel: 'CAIRN_LOG_LEVEL',
  drainSeconds: 'CAIRN_DRAIN_SECONDS',
  stuckSeconds: 'CAIRN_STUCK_SECONDS',
  otlpEndpoint: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  rateLimitPerMinute: 'CAIRN_RATE_LIMIT_PER_MINUTE',
  bodiesMb: 'CAIRN_BODIES_MB',
  bodySeconds: 'CAIRN_BODY_SECONDS',
  trustedProxies: 'CAIRN_TRUSTED_PROXIES',
  allowedOrigins: 'CAIRN_ALLOWED_ORIGINS',
  publicUrl: 'CAIRN_PUBLIC_URL',
  isOauthOn: 'CAIRN_OAUTH',
});
const oidcSettings = definePart({
  issuer: 'CAIRN_OIDC_ISSUER',
  audiences: 'CAIRN_OIDC_AUDIENCE',
  scopes: 'CAIRN_OIDC_SCOPES',
  roleClaim: 'CAIRN_OIDC_ROLE_CLAIM',
  roles: 'CAIRN_OIDC_ROLES',
  firstRole: 'CAIRN_OIDC_FIRST_ROLE',
  teamsClaim: 'CAIRN_OIDC_TEAMS_CLAIM',
  organisationClaim: 'CAIRN_OIDC_ORGANISATION_CLAIM',
});
/** The identity provider whose access tokens are accepted in addition to keys, and how to read its claims. */
export type OidcConfig = z.output<typeof oidcSettings.schema> & { readonly issuer: string };
/** Accepts keys only, if no issuer is set. */
const signInSettings: Part<{ readonly oidc: OidcConfig | undefined }> = {
  names: oidcSettings.names,
  schema: oidcSettings.schema.transform(({ issuer, ...rest }, context) => {
    if (issuer === undefined) return { oidc: undefined };
    if (rest.audiences.length > 0) return { oidc: { issuer, ...rest } };
    context.issues.push({ code: 'custom', input: rest, path: ['CAIRN_OIDC_AUDIENCE'] });
    return z.NEVER;
  }),
};
const tlsFiles = definePart({ certFile: 'CAIRN_TLS_CERT_FILE', keyFile: 'CAIRN_TLS_KEY_FILE' });
/** Paths of the PEM files of a certificate and its key. */
export interface TlsConfig {
  readonly certFile: string;
  readonly keyFile: string;
}
/** Requires both files or neither. */
const serverTlsSettings: Part<{ readonly tls: TlsConfig | undefined }> = {
  names: tlsFiles.names,
  schema: tlsFiles.schema.transform(({ certFile, keyFile }, context) => {
    if (certFile !== undefined && keyFile !== undefined) return { tls: { certFile, keyFile } };
    if (certFile === keyFile) return { tls: undefined };
    const missing = certFile === undefined ? 'CAIRN_TLS_CERT_FILE' : 'CAIRN_TLS_KEY_FILE';
    context.issues.push({ code: 'custom', input: certFile, path: [missing] });
    return z.NEVER;
  }),
};
const folderSettings = definePart({
  dataDir: 'CAIRN_DATA_DIR',
  readers: 'CAIRN_READERS',
  idleSeconds: 'CAIRN_IDLE_SECONDS',
});
const reachSettings = definePart({ insecureHttp: 'CAIRN_INSECURE_HTTP' });
const backupSettings = definePart({
  backupTo: 'CAIRN_BACKUP_TO',
  backupEvery: 'CAIRN_BACKUP_EVERY',
  backupKeep: 'CAIRN_BACKUP_KEEP',
});
const incomingSettings = definePart({ ownText: 'CAIRN_OWN_TEXT' });
const organisationSettings = definePart({ peerPrefixes: 'CAIRN_PEER_PREFIXES', operatorKey: 'CAIRN_OPERATOR_KEY' });
const gatewaySettings = definePart({
  allowedHosts: 'CAIRN_ALLOWED_HOSTS',
  consoleClientId: 'CAIRN_OIDC_CLIENT_ID',
  consoleClientSecret: 'CAIRN_OIDC_CLIENT_SECRET',
});
const truthAddressSettings = definePart({ postgresUrl: 'POSTGRES_URL' });
const truthSettings = definePart({ postgresUrl: 'POSTGRES_URL', postgresPoolMax: 'POSTGRES_POOL_MAX' });
const queueSettings = definePart({ redisUrl: 'REDIS_URL', namespace: 'CAIRN_NAMESPACE' });
const indexSettings = definePart({
  elasticsearchUrl: 'ELASTICSEARCH_URL',
  qdrantUrl: 'QDRANT_URL',
  qdrantKey: 'QDRANT_API_KEY',
  qdrantReplicas: 'QDRANT_REPLICATION_FACTOR',
  namespace: 'CAIRN_NAMESPACE',
});
const workerSettings = definePart({ concurrency: 'CAIRN_CONCURRENCY' });
const calleeSettings = definePart({ serviceSecrets: 'CAIRN_SERVICE_SECRET', limitsRedisUrl: 'CAIRN_LIMITS_REDIS_URL' });
const recallSettings = definePart({ recallUrl: 'CAIRN_RECALL_URL' });
const neighbourSettings = definePart({ ingestUrl: 'CAIRN_INGEST_URL', graphUrl: 'CAIRN_GRAPH_URL' });

/**
 * Settings for a model that does not ship with Cairn. If a setting is undefined, the value in the model's files
 * applies, else the default.
 */
interface ModelCard {
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  readonly maxTokens: number | undefined;
  readonly cosineNone: number | undefined;
  /** The cosine that counts as full similarity; greater than `cosineNone`. Set both or neither of the two. */
  readonly cosineFull: number | undefined;
}

export type EmbedderConfig =
  | { readonly kind: 'bundled' }
  | ({ readonly kind: 'folder'; readonly dir: string } & ModelCard)
  | ({
      readonly kind: 'openai';
      readonly url: string;
      readonly key: string | undefined;
      readonly model: string;
      readonly dims: number;
    } & ModelCard)
  | { readonly kind: 'none' };

/**
 * The usual difference between the cosine of a question with its answer and the cosine of two unrelated texts, for
 * common models.
 */
const USUAL_REACH = 0.6;

/** Names of the settings of one model. All names begin with `prefix`, except the name for its folder (`dir`). */
interface ModelNames {
  readonly prefix: 'CAIRN_EMBEDDER' | 'CAIRN_NEXT_EMBEDDER';
  readonly dir: 'CAIRN_MODEL_DIR' | 'CAIRN_NEXT_MODEL_DIR';
}

/** The parts of settings that a model needs, by kind of model. */
function modelParts({ prefix, dir }: ModelNames) {
  const card = definePart({
    queryPrefix: `${prefix}_QUERY_PREFIX`,
    documentPrefix: `${prefix}_DOCUMENT_PREFIX`,
    maxTokens: `${prefix}_MAX_TOKENS`,
    cosineNone: `${prefix}_COSINE_NONE`,
    cosineFull: `${prefix}_COSINE_FULL`,
  } as const);
  const whole = card.schema.transform(({ cosineNone, cosineFull, ...rest }, context): ModelCard => {
    if (cosineNone === undefined && cosineFull === undefined) return { ...rest, cosineNone, cosineFull };
    const none = cosineNone ?? 0;
    const full = cosineFull ?? Math.min(1, none + USUAL_REACH);
    if (full > none) return { ...rest, cosineNone: none, cosineFull: full };
    context.issues.push({ code: 'custom', input: rest, path: [`${prefix}_COSINE_FULL`] });
    return z.NEVER;
  });
  const folder = definePart({ dir });
  const openAi = definePart({
    url: `${prefix}_URL`,
    key: `${prefix}_KEY`,
    model: `${prefix}_MODEL`,
    dims: `${prefix}_DIMS`,
  } as const);
  const of = { folder: folder.schema.and(whole), openai: openAi.schema.and(whole) };
  return { names: [...card.names, ...folder.names, ...openAi.names], of };
}

/**
 * The kind of a configured model. If a folder is configured and the kind has its default value, the kind is `folderSettings`.
 */
function kindIn(values: Record<string, unknown>, { prefix, dir }: ModelNames): z.output<typeof EmbedderKind> {
  const kind = values[prefix] as z.output<typeof EmbedderKind>;
  return values[dir] !== '' && kind === defaultEmbedderKind[prefix] ? 'folder' : kind;
}

const defaultEmbedderKind = { CAIRN_EMBEDDER: 'bundled', CAIRN_NEXT_EMBEDDER: 'none' } as const;

/** Makes the part of settings for a model; it reads only the settings of the configured kind. */
function modelSettings<const Field extends string>(
  field: Field,
  names: ModelNames,
): Part<{ readonly [Name in Field]: EmbedderConfig }> {
  const { prefix, dir } = names;
  const parts = modelParts(names);
  const schema = z
    .looseObject({ [prefix]: EmbedderKind })
    .transform((values: Record<string, unknown>, context): EmbedderConfig => {
      const kind = kindIn(values, names);
      if (kind === 'openai' && values[dir] !== '') context.issues.push({ code: 'custom', input: values, path: [dir] });
      if (kind === 'bundled' || kind === 'none') return { kind };
      const read = parts.of[kind].safeParse(values);
      // Each kind has the settings of its own part, which TypeScript cannot infer through the index.
      if (read.success) return { kind, ...read.data } as EmbedderConfig;
      context.issues.push(...read.error.issues.map((issue) => ({ ...issue, code: 'custom' as const, input: values })));
      return z.NEVER;
    })
    // Builds an object with exactly the named field.
    .transform((config) => ({ [field]: config }) as { readonly [Name in Field]: EmbedderConfig });
  return { names: [prefix, ...parts.names], schema };
}

const embedder = modelSettings('embedder', { prefix: 'CAIRN_EMBEDDER', dir: 'CAIRN_MODEL_DIR' });
const nextEmbedder = modelSettings('nextEmbedder', { prefix: 'CAIRN_NEXT_EMBEDDER', dir: 'CAIRN_NEXT_MODEL_DIR' });
const proposalModel = definePart({
  url: 'CAIRN_PROPOSALS_URL',
  key: 'CAIRN_PROPOSALS_KEY',
  model: 'CAIRN_PROPOSALS_MODEL',
});
/** The language model that proposes the meaning of memories. */
interface ProposalsConfig {
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
}
/** Requires both an address and a model, or neither. */
const proposalSettings: Part<{ readonly proposals: ProposalsConfig | undefined }> = {
  names: proposalModel.names,
  schema: proposalModel.schema.transform(({ url, key, model: name }, context) => {
    if (url !== undefined && name !== undefined) return { proposals: { url, key, model: name } };
    if (url === undefined && name === undefined) return { proposals: undefined };
    const missing = url === undefined ? 'CAIRN_PROPOSALS_URL' : 'CAIRN_PROPOSALS_MODEL';
    context.issues.push({ code: 'custom', input: name, path: [missing] });
    return z.NEVER;
  }),
};
const outgoingSettings = definePart({ webhookNetworks: 'CAIRN_WEBHOOK_NETWORKS' });
const wordSettings = definePart({ language: 'CAIRN_LANGUAGE' });
const backgroundSettings = definePart({
  reindexPerSecond: 'CAIRN_REINDEX_PER_SECOND',
  keepDays: 'CAIRN_KEEP_DAYS',
  isExtractionOn: 'CAIRN_EXTRACTION',
});

/** Maps each app to the parts of settings that it reads. */
const settingsByApp = {
  'all-in-one': [
    serverSettings,
    signInSettings,
    serverTlsSettings,
    folderSettings,
    backupSettings,
    reachSettings,
    organisationSettings,
    incomingSettings,
    embedder,
    nextEmbedder,
    proposalSettings,
    wordSettings,
    backgroundSettings,
    outgoingSettings,
    gatewaySettings,
  ],
  ingest: [
    serverSettings,
    signInSettings,
    serverTlsSettings,
    truthSettings,
    organisationSettings,
    incomingSettings,
    queueSettings,
    indexSettings,
    embedder,
    nextEmbedder,
    proposalSettings,
    wordSettings,
    outgoingSettings,
    calleeSettings,
  ],
  'embedding-worker': [
    serverSettings,
    signInSettings,
    serverTlsSettings,
    truthSettings,
    queueSettings,
    indexSettings,
    embedder,
    nextEmbedder,
    backgroundSettings,
    outgoingSettings,
    workerSettings,
  ],
  'recall-api': [
    serverSettings,
    signInSettings,
    serverTlsSettings,
    truthSettings,
    indexSettings,
    embedder,
    nextEmbedder,
    calleeSettings,
  ],
  'graph-service': [
    serverSettings,
    signInSettings,
    serverTlsSettings,
    truthSettings,
    queueSettings,
    calleeSettings,
    recallSettings,
  ],
  'mcp-gateway': [
    serverSettings,
    signInSettings,
    serverTlsSettings,
    truthSettings,
    calleeSettings,
    recallSettings,
    neighbourSettings,
    gatewaySettings,
  ],
  schema: [truthAddressSettings],
} as const satisfies Record<string, readonly Part<unknown>[]>;

export type AppName = keyof typeof settingsByApp;
export const appNames = Object.keys(settingsByApp) as AppName[];

/** An app that serves until it is stopped. The app `schema` migrates and ends. */
export type ServiceName = Exclude<AppName, 'schema'>;
export const serviceNames = appNames.filter((name): name is ServiceName => name !== 'schema');

type Merged<Parts> = Parts extends readonly [Part<infer First>, ...infer Rest] ? First & Merged<Rest> : unknown;

/** The parsed settings of an app. */
export type Config<App extends AppName = 'all-in-one'> = Merged<(typeof settingsByApp)[App]>;
/** The settings that all apps share. */
export type ServerConfig = z.output<typeof serverSettings.schema> &
  z.output<typeof signInSettings.schema> &
  z.output<typeof serverTlsSettings.schema>;

/** Lists the apps that read a setting. */
export const readersOf = (name: SettingName): AppName[] =>
  appNames.filter((app) => settingsByApp[app].some(({ names }) => (names as readonly string[]).includes(name)));

/**
 * Reads the settings of this process. Throws `config/invalid` with one line for each mistake. No other function reads the
 * environment.
 */
export function loadConfig<App extends AppName>(
  app: App,
  environment: Record<string, string | undefined> = process.env,
): Config<App> {
  const values = valuesOf(withSecretFiles(environment, secretNames));
  const results = (settingsByApp[app] as readonly Part<unknown>[]).map(({ schema }) => schema.safeParse(values));
  const problems = results.flatMap(({ error }) => error?.issues ?? []);
  const misspelt = misspeltIn(environment);
  if (problems.length > 0 || misspelt.length > 0) throw refuseSetting(values, problems, misspelt);
  return Object.assign({}, ...results.map(({ data }) => data));
}

const valuesOf = (environment: Record<string, string | undefined>) =>
  Object.fromEntries(
    (settings as readonly Setting[]).map((setting) => [setting.name, textOf(setting, environment[setting.name] ?? '')]),
  ) as Values;

function textOf({ default: usual, verbatim }: Setting, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return usual;
  return verbatim ? text : trimmed;
}

/** Variables of the command line, images and tests, which a server ignores. */
const otherNames = ['CAIRN_URL', 'CAIRN_KEY', 'CAIRN_E2E', 'CAIRN_CLUSTER_PORT'];
/**
 * Greatest number of differing letters at which a name counts as a misspelt setting. Names with more differences are
 * ignored, such as the service links of Kubernetes.
 */
const MISSPELT_LETTERS_MAX = 2;

/** Finds variables that look like a misspelt setting. */
const misspeltIn = (environment: Record<string, string | undefined>): { field: string; meant: string }[] =>
  Object.keys(environment)
    .filter((name) => /^CAIRN_/i.test(name) && !knownNames.includes(name))
    .map((field) => ({ field, meant: closest(field.toUpperCase(), knownNames) }))
    .filter(({ field, meant }) => distance(field.toUpperCase(), meant) <= MISSPELT_LETTERS_MAX);

const secretNames = (settings as readonly Setting[]).flatMap(({ name, secret }) => (secret ? [name] : []));
const knownNames: readonly string[] = [
  ...settings.map(({ name }) => name),
  ...secretNames.map(fileNameOf),
  ...otherNames,
];

function refuseSetting(
  values: Values,
  problems: readonly { path: PropertyKey[] }[],
  misspelt: ReturnType<typeof misspeltIn>,
): CairnError {
  const broken = new Set(problems.map((problem) => String(problem.path[0])));
  const issues = (settings as readonly Setting[])
    .filter((setting) => broken.has(setting.name))
    .map((setting) => issueOf(setting, values[setting.name as SettingName]));
  const lines = [
    ...misspelt.map(({ field, meant }) => `  ${field} is no setting; did you mean ${meant}?`),
    ...issues.map((issue) => `  ${issue.field} ${issue.message}; allowed: ${issue.allowed}`),
  ];
  return new CairnError('config/invalid', `The settings cannot be used:\n${lines.join('\n')}`, { issues });
}

function issueOf(setting: Setting, value: string) {
  const { name: field, allowed } = setting;
  if (value === '') return { field, message: 'is missing', allowed };
  if (setting.secret) return { field, message: 'cannot be used', allowed };
  return { field, message: `cannot be ${JSON.stringify(value)}`, value, allowed };
}
