import { CairnError } from '@cairn/contracts';
import { loadConfig, readersOf, serviceNames, settings, type AppName } from './config.ts';

const refused = (environment: Record<string, string>, app: AppName = 'all-in-one'): CairnError => {
  try {
    loadConfig(app, environment);
  } catch (error) {
    if (error instanceof CairnError) return error;
  }
  throw new Error('the settings were accepted');
};

it('starts with nothing set', () => {
  expect(loadConfig('all-in-one', {})).toEqual({
    dataDir: '.cairn',
    backupEvery: '1d',
    backupKeep: 14,
    host: '127.0.0.1',
    insecureHttp: false,
    port: 7070,
    metricsHost: '127.0.0.1',
    bodiesMb: 64,
    bodySeconds: 30,
    trustedProxies: [],
    logLevel: 'info',
    drainSeconds: 0,
    embedder: { kind: 'bundled' },
    nextEmbedder: { kind: 'none' },
    reindexPerSecond: 200,
    keepDays: 7,
    isExtractionOn: true,
    isOauthOn: true,
    language: 'english',
    ownText: 'remove',
    webhookNetworks: 'public',
    rateLimitPerMinute: 6000,
    peerPrefixes: ['coach', 'peer-coach'],
    allowedOrigins: [],
    allowedHosts: [],
    readers: 2,
    idleSeconds: 30,
    stuckSeconds: 30,
  });
});

it('takes an empty variable for an unset one', () => {
  expect(loadConfig('all-in-one', { CAIRN_PORT: ' ', CAIRN_EMBEDDER: '' })).toEqual(loadConfig('all-in-one', {}));
});

it('names every broken setting with what is allowed', () => {
  const error = refused({
    CAIRN_PORT: '70700',
    CAIRN_LOG_LEVEL: 'loud',
    CAIRN_READERS: '0',
    CAIRN_ALLOWED_ORIGINS: 'example.org',
    CAIRN_ALLOWED_HOSTS: 'https://example.org',
  });

  expect(error.code).toBe('config/invalid');
  expect(error.issues.map((issue) => issue.field)).toEqual([
    'CAIRN_PORT',
    'CAIRN_LOG_LEVEL',
    'CAIRN_ALLOWED_ORIGINS',
    'CAIRN_ALLOWED_HOSTS',
    'CAIRN_READERS',
  ]);
  expect(error.message).toContain('CAIRN_PORT cannot be "70700"; allowed: 0 to 65535');
  expect(error.message).toContain('fatal, error, warn, info');
});

it('asks whether another setting was meant where a name is nearly one, and leaves the names of others alone', () => {
  const misspelt = refused({ CAIRN_DATA_DRI: '/data', cairn_port: '1', CAIRN_PORTS: '7071' });

  expect(misspelt.message).toContain('CAIRN_DATA_DRI is no setting; did you mean CAIRN_DATA_DIR?');
  expect(misspelt.message).toContain('cairn_port is no setting; did you mean CAIRN_PORT?');
  expect(misspelt.message).toContain('CAIRN_PORTS is no setting; did you mean CAIRN_PORT?');
  const others = {
    CAIRN_URL: 'http://x',
    CAIRN_KEY: 'k',
    CAIRN_INGEST_SERVICE_HOST: '10.0.0.1',
    CAIRN_PORT_7070_TCP: 'x',
  };
  expect(loadConfig('all-in-one', others)).toEqual(loadConfig('all-in-one', {}));
});

const usualCard = { queryPrefix: '', documentPrefix: '' };

it('asks for the address only of an embedder that has one', () => {
  const error = refused({ CAIRN_EMBEDDER: 'openai', CAIRN_EMBEDDER_MODEL: 'm', CAIRN_EMBEDDER_KEY: 'sk-secret' });

  expect(error.issues.map((issue) => issue.field)).toEqual(['CAIRN_EMBEDDER_URL', 'CAIRN_EMBEDDER_DIMS']);
  expect(JSON.stringify(error.issues) + error.message).not.toContain('sk-secret');
  expect(loadConfig('all-in-one', { CAIRN_EMBEDDER: 'none' }).embedder).toEqual({ kind: 'none' });
  expect(
    loadConfig('all-in-one', {
      CAIRN_EMBEDDER: 'openai',
      CAIRN_EMBEDDER_URL: 'http://127.0.0.1:9/v1',
      CAIRN_EMBEDDER_MODEL: 'm',
      CAIRN_EMBEDDER_DIMS: '384',
    }).embedder,
  ).toEqual({ kind: 'openai', url: 'http://127.0.0.1:9/v1', key: undefined, model: 'm', dims: 384, ...usualCard });
});

it('reads the card of a model: prefixes with their spaces, tokens, and what its cosines mean', () => {
  const endpoint = {
    CAIRN_EMBEDDER: 'openai',
    CAIRN_EMBEDDER_URL: 'http://127.0.0.1:9/v1',
    CAIRN_EMBEDDER_MODEL: 'm',
    CAIRN_EMBEDDER_DIMS: '384',
    CAIRN_EMBEDDER_COSINE_NONE: '0.7',
  };
  const prefixes = { CAIRN_EMBEDDER_QUERY_PREFIX: 'query: ', CAIRN_EMBEDDER_DOCUMENT_PREFIX: 'passage: ' };
  const card = { queryPrefix: 'query: ', documentPrefix: 'passage: ', maxTokens: 8192, cosineNone: 0.7, cosineFull: 1 };

  const { embedder } = loadConfig('all-in-one', { ...endpoint, ...prefixes, CAIRN_EMBEDDER_MAX_TOKENS: '8192' });

  expect(embedder).toMatchObject(card);
  expect(refused({ ...endpoint, CAIRN_EMBEDDER_COSINE_FULL: '0.6' }).message).toContain(
    'CAIRN_EMBEDDER_COSINE_FULL cannot be "0.6"; allowed: a number above CAIRN_EMBEDDER_COSINE_NONE, up to 1',
  );
  expect(refused({ ...endpoint, CAIRN_EMBEDDER_COSINE_NONE: 'low' }).issues[0]!.field).toBe(
    'CAIRN_EMBEDDER_COSINE_NONE',
  );
});

it('takes a model folder that is named, unless another model is meant', () => {
  const read = (environment: Record<string, string>) => {
    const { embedder, nextEmbedder } = loadConfig('all-in-one', environment);
    return [embedder, nextEmbedder];
  };
  const folder = (dir: string) => ({ kind: 'folder', dir, ...usualCard });

  expect(read({ CAIRN_MODEL_DIR: '/m' })).toEqual([folder('/m'), { kind: 'none' }]);
  expect(read({ CAIRN_NEXT_MODEL_DIR: '/n' })).toEqual([{ kind: 'bundled' }, folder('/n')]);
  expect(read({ CAIRN_EMBEDDER: 'none', CAIRN_MODEL_DIR: '/m' })[0]).toEqual({ kind: 'none' });
  expect(refused({ CAIRN_EMBEDDER: 'folder' }).message).toContain('CAIRN_MODEL_DIR is missing; allowed: a path');
  const both = { CAIRN_EMBEDDER: 'openai', CAIRN_EMBEDDER_URL: 'http://127.0.0.1:9/v1', CAIRN_EMBEDDER_MODEL: 'm' };
  expect(refused({ ...both, CAIRN_EMBEDDER_DIMS: '384', CAIRN_MODEL_DIR: '/m' }).message).toContain(
    'CAIRN_MODEL_DIR cannot be "/m"; allowed: a path; not with openai',
  );
});

it('reads the next embedder by settings of its own', () => {
  const next = { CAIRN_NEXT_EMBEDDER: 'openai', CAIRN_NEXT_EMBEDDER_URL: 'http://127.0.0.1:9/v1' };
  const whole = { ...next, CAIRN_NEXT_EMBEDDER_MODEL: 'm2', CAIRN_NEXT_EMBEDDER_DIMS: '768' };
  const expected = {
    kind: 'openai',
    url: 'http://127.0.0.1:9/v1',
    key: undefined,
    model: 'm2',
    dims: 768,
    ...usualCard,
  };

  const missing = ['CAIRN_NEXT_EMBEDDER_MODEL', 'CAIRN_NEXT_EMBEDDER_DIMS'];
  expect(refused(next).issues.map((issue) => issue.field)).toEqual(missing);
  expect(loadConfig('all-in-one', whole)).toMatchObject({ embedder: { kind: 'bundled' }, nextEmbedder: expected });
});

it('names the embedders when it knows none of that name', () => {
  expect(refused({ CAIRN_EMBEDDER: 'magic' }).message).toContain(
    'CAIRN_EMBEDDER cannot be "magic"; allowed: bundled, folder, openai, none',
  );
});

it('gives every setting a meaning and a reader', () => {
  expect(settings.every((setting) => setting.meaning.endsWith('.'))).toBe(true);
  expect(settings.filter(({ name }) => readersOf(name).length === 0)).toEqual([]);
});

describe('of the cluster', () => {
  const servers = {
    POSTGRES_URL: 'postgres://cairn:pw@db:5432/cairn',
    REDIS_URL: 'redis://queue:6379',
    ELASTICSEARCH_URL: 'http://elastic:pw@words:9200',
    QDRANT_URL: 'http://vectors:6333',
    CAIRN_SERVICE_SECRET: 'a secret that is long enough for 32',
    CAIRN_INGEST_URL: 'http://ingest:7070',
    CAIRN_RECALL_URL: 'http://recall-api:7070',
    CAIRN_GRAPH_URL: 'http://graph-service:7070',
  };

  it.each([
    ['ingest', ['POSTGRES_URL', 'REDIS_URL', 'ELASTICSEARCH_URL', 'QDRANT_URL', 'CAIRN_SERVICE_SECRET']],
    ['embedding-worker', ['POSTGRES_URL', 'REDIS_URL', 'ELASTICSEARCH_URL', 'QDRANT_URL']],
    ['recall-api', ['POSTGRES_URL', 'ELASTICSEARCH_URL', 'QDRANT_URL', 'CAIRN_SERVICE_SECRET']],
    ['graph-service', ['POSTGRES_URL', 'REDIS_URL', 'CAIRN_RECALL_URL', 'CAIRN_SERVICE_SECRET']],
    [
      'mcp-gateway',
      ['POSTGRES_URL', 'CAIRN_INGEST_URL', 'CAIRN_RECALL_URL', 'CAIRN_GRAPH_URL', 'CAIRN_SERVICE_SECRET'],
    ],
    ['schema', ['POSTGRES_URL']],
  ] as const)('%s asks for what it needs, and for nothing else', (app, needed) => {
    const issues = refused({}, app).issues;
    const enough = Object.fromEntries(needed.map((name) => [name, servers[name]]));

    expect(issues.map(({ field, message }) => `${field} ${message}`)).toEqual(
      needed.map((name) => `${name} is missing`),
    );
    expect(() => loadConfig(app, enough)).not.toThrow();
  });

  it('starts every service from one environment', () => {
    for (const app of serviceNames) expect(loadConfig(app, servers)).toMatchObject({ port: 7070 });
    expect(loadConfig('recall-api', servers)).toMatchObject({
      postgresUrl: servers.POSTGRES_URL,
      qdrantKey: undefined,
      namespace: 'cairn',
      embedder: { kind: 'bundled' },
      serviceSecrets: [servers.CAIRN_SERVICE_SECRET],
    });
  });

  it('takes two secrets while one is on its way out, none that is short, and shows none', () => {
    const secretsOf = (CAIRN_SERVICE_SECRET: string) =>
      loadConfig('ingest', { ...servers, CAIRN_SERVICE_SECRET }).serviceSecrets;
    const [old, next] = ['0f3a9c5d17e2b84466aa01d9c3f58e7b', 'b7e85f3c9d10aa6644b8e2715d9c3af0'];

    expect(secretsOf(`${next}, ${old}`)).toEqual([next, old]);
    for (const bad of [
      's'.repeat(31),
      's'.repeat(64),
      'password'.repeat(5),
      '1234567890'.repeat(4),
      `${old},short`,
      `${old},${next},${old}`,
      ',',
    ]) {
      const { message } = refused({ ...servers, CAIRN_SERVICE_SECRET: bad }, 'ingest');
      expect(message).toContain('CAIRN_SERVICE_SECRET cannot be used');
      expect(message).not.toContain(bad === ',' ? 'sss' : bad);
    }
  });

  it('shows no address that may hold a password', () => {
    const broken = Object.fromEntries(Object.keys(servers).map((name) => [name, 'postgre://me:hunter2@db']));

    expect(refused({ ...servers, ...broken }, 'embedding-worker').message).not.toContain('hunter2');
  });
});

it('refuses an issuer that is no address, by its name', () => {
  expect(() => loadConfig('all-in-one', { CAIRN_OIDC_ISSUER: 'login', CAIRN_OIDC_AUDIENCE: 'cairn' })).toThrow(
    /CAIRN_OIDC_ISSUER/,
  );
});

it('reads address and name of the language model for proposals together, and neither by default', () => {
  const [url, model] = ['http://localhost:11434/v1', 'small'];

  expect(loadConfig('all-in-one', {}).proposals).toBeUndefined();
  expect(loadConfig('all-in-one', { CAIRN_PROPOSALS_URL: url, CAIRN_PROPOSALS_MODEL: model }).proposals).toEqual({
    ...{ url, model, key: undefined },
  });
  expect(() => loadConfig('all-in-one', { CAIRN_PROPOSALS_URL: url })).toThrow(/CAIRN_PROPOSALS_MODEL is missing/);
  expect(() => loadConfig('all-in-one', { CAIRN_PROPOSALS_MODEL: model })).toThrow(/CAIRN_PROPOSALS_URL is missing/);
});
