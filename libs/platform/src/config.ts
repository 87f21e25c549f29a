import { CairnError } from '@cairn/contracts';
import { z } from 'zod';

const LogLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);
const EmbedderKind = z.enum(['bundled', 'openai', 'none']);

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

interface Setting {
  readonly name: `CAIRN_${string}`;
  readonly default: string;
  /** The values it takes, in words. */
  readonly allowed: string;
  readonly meaning: string;
  /** Its value is never shown. */
  readonly secret?: true;
}

/** Every setting of a server, once: the start reads them, docs/reference/config.md is made from them. An empty value counts as unset. */
export const settings = [
  {
    name: 'CAIRN_DATA_DIR',
    default: '.cairn',
    allowed: 'a path',
    meaning: 'Where the embedded backend keeps its data.',
  },
  {
    name: 'CAIRN_HOST',
    default: '127.0.0.1',
    allowed: 'an address',
    meaning: 'The address to listen on. 0.0.0.0 opens the server to the network.',
  },
  {
    name: 'CAIRN_PORT',
    default: '7070',
    allowed: '0 to 65535',
    meaning: 'The port to listen on; 0 takes any free one.',
  },
  {
    name: 'CAIRN_LOG_LEVEL',
    default: 'info',
    allowed: LogLevel.options.join(', '),
    meaning: 'The least severe log line that is written.',
  },
  {
    name: 'CAIRN_EMBEDDER',
    default: 'bundled',
    allowed: EmbedderKind.options.join(', '),
    meaning: 'The embedding model: the one that ships, any OpenAI-compatible endpoint, or none (words only).',
  },
  {
    name: 'CAIRN_EMBEDDER_URL',
    default: '',
    allowed: 'an http or https address',
    meaning: 'Base address of the endpoint, up to and without /embeddings. Needed by openai.',
  },
  {
    name: 'CAIRN_EMBEDDER_KEY',
    default: '',
    allowed: 'a key',
    meaning: 'Key of the endpoint, if it wants one.',
    secret: true,
  },
  {
    name: 'CAIRN_EMBEDDER_MODEL',
    default: '',
    allowed: 'a name',
    meaning: 'Name of the model at the endpoint. Needed by openai.',
  },
  {
    name: 'CAIRN_EMBEDDER_DIMS',
    default: '',
    allowed: '32 to 8192',
    meaning: 'Dimensions of its vectors. Needed by openai.',
  },
  {
    name: 'CAIRN_RATE_LIMIT_PER_MINUTE',
    default: '6000',
    allowed: '1 to 10000000',
    meaning: 'Requests a minute with one key, or from one address without a key.',
  },
  {
    name: 'CAIRN_PEER_PREFIXES',
    default: 'coach,peer-coach',
    allowed: 'a comma list of channel prefixes',
    meaning: 'Channel prefixes whose concrete channels (coach:511) belong to one peer; for new organisations.',
  },
  {
    name: 'CAIRN_ALLOWED_ORIGINS',
    default: '',
    allowed: 'a comma list of origins',
    meaning: 'Origins whose web pages may call the server, beside those of this machine.',
  },
  {
    name: 'CAIRN_ALLOWED_HOSTS',
    default: '',
    allowed: 'a comma list of host names without ports',
    meaning:
      'Names under which a proxy calls a server that listens on this machine only; for /mcp, which refuses others.',
  },
  { name: 'CAIRN_READERS', default: '2', allowed: '1 to 16', meaning: 'Threads that read the embedded store.' },
] as const satisfies readonly Setting[];

type SettingName = (typeof settings)[number]['name'];

const ServerSettings = z.object({
  CAIRN_DATA_DIR: z.string(),
  CAIRN_HOST: z.string().regex(/^[A-Za-z0-9.:_-]+$/),
  CAIRN_PORT: wholeNumber(0, 65_535),
  CAIRN_LOG_LEVEL: LogLevel,
  CAIRN_RATE_LIMIT_PER_MINUTE: wholeNumber(1, 10_000_000),
  CAIRN_PEER_PREFIXES: commaList.pipe(
    z.array(z.string().regex(/^[^:\s]{1,100}$/, 'a prefix holds no colon and no space')),
  ),
  CAIRN_ALLOWED_ORIGINS: commaList.pipe(z.array(origin)),
  CAIRN_ALLOWED_HOSTS: commaList.pipe(
    z.array(z.string().regex(/^[A-Za-z0-9.-]+$/, 'a host name has no scheme and no port')),
  ),
  CAIRN_READERS: wholeNumber(1, 16),
});

const OpenAiSettings = z.object({
  CAIRN_EMBEDDER: z.literal('openai'),
  CAIRN_EMBEDDER_URL: z.url({ protocol: /^https?$/ }),
  CAIRN_EMBEDDER_KEY: z.string(),
  CAIRN_EMBEDDER_MODEL: z.string().min(1),
  CAIRN_EMBEDDER_DIMS: wholeNumber(32, 8_192),
});

const EmbedderSettings = z.discriminatedUnion('CAIRN_EMBEDDER', [
  z.object({ CAIRN_EMBEDDER: z.literal('bundled') }),
  OpenAiSettings,
  z.object({ CAIRN_EMBEDDER: z.literal('none') }),
]);

export type EmbedderConfig =
  | { readonly kind: 'bundled' }
  | {
      readonly kind: 'openai';
      readonly url: string;
      readonly key: string | undefined;
      readonly model: string;
      readonly dims: number;
    }
  | { readonly kind: 'none' };

export interface Config {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly logLevel: z.infer<typeof LogLevel>;
  readonly embedder: EmbedderConfig;
  readonly rateLimitPerMinute: number;
  readonly peerPrefixes: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly readers: number;
}

type Values = Record<SettingName, string>;

/** The settings of this process, or `config/invalid` with one line a mistake. The only place that reads the environment. */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  const values = valuesOf(environment);
  const server = ServerSettings.safeParse(values);
  const embedder = EmbedderSettings.safeParse(values);
  if (!server.success || !embedder.success)
    throw refusal(values, [...(server.error?.issues ?? []), ...(embedder.error?.issues ?? [])]);
  return {
    dataDir: server.data.CAIRN_DATA_DIR,
    host: server.data.CAIRN_HOST,
    port: server.data.CAIRN_PORT,
    logLevel: server.data.CAIRN_LOG_LEVEL,
    embedder: embedderOf(embedder.data),
    rateLimitPerMinute: server.data.CAIRN_RATE_LIMIT_PER_MINUTE,
    peerPrefixes: server.data.CAIRN_PEER_PREFIXES,
    allowedOrigins: server.data.CAIRN_ALLOWED_ORIGINS,
    allowedHosts: server.data.CAIRN_ALLOWED_HOSTS,
    readers: server.data.CAIRN_READERS,
  };
}

const valuesOf = (environment: Record<string, string | undefined>) =>
  Object.fromEntries(
    settings.map((setting) => [setting.name, environment[setting.name]?.trim() || setting.default]),
  ) as Values;

function embedderOf(chosen: z.infer<typeof EmbedderSettings>): EmbedderConfig {
  if (chosen.CAIRN_EMBEDDER !== 'openai') return { kind: chosen.CAIRN_EMBEDDER };
  return {
    kind: 'openai',
    url: chosen.CAIRN_EMBEDDER_URL,
    key: chosen.CAIRN_EMBEDDER_KEY || undefined,
    model: chosen.CAIRN_EMBEDDER_MODEL,
    dims: chosen.CAIRN_EMBEDDER_DIMS,
  };
}

function refusal(values: Values, problems: readonly { path: PropertyKey[] }[]): CairnError {
  const broken = new Set(problems.map((problem) => String(problem.path[0])));
  const issues = (settings as readonly Setting[])
    .filter((setting) => broken.has(setting.name))
    .map((setting) => issueOf(setting, values[setting.name as SettingName]));
  const lines = issues.map((issue) => `  ${issue.field} ${issue.message}; allowed: ${issue.allowed}`);
  return new CairnError('config/invalid', `The settings cannot be used:\n${lines.join('\n')}`, { issues });
}

function issueOf(setting: Setting, value: string) {
  const { name: field, allowed } = setting;
  if (value === '') return { field, message: 'is missing', allowed };
  if (setting.secret) return { field, message: 'cannot be used', allowed };
  return { field, message: `cannot be ${JSON.stringify(value)}`, value, allowed };
}
