import { CairnError } from '@cairn/contracts';
import { loadConfig, settings } from './config.ts';

const refused = (environment: Record<string, string>): CairnError => {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof CairnError) return error;
  }
  throw new Error('the settings were accepted');
};

it('starts with nothing set', () => {
  expect(loadConfig({})).toEqual({
    dataDir: '.cairn',
    host: '127.0.0.1',
    port: 7070,
    logLevel: 'info',
    embedder: { kind: 'bundled' },
    rateLimitPerMinute: 6000,
    peerPrefixes: ['coach', 'peer-coach'],
    allowedOrigins: [],
    allowedHosts: [],
    readers: 2,
  });
});

it('takes an empty variable for an unset one', () => {
  expect(loadConfig({ CAIRN_PORT: ' ', CAIRN_EMBEDDER: '' })).toEqual(loadConfig({}));
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

it('asks for the address only of an embedder that has one', () => {
  const error = refused({ CAIRN_EMBEDDER: 'openai', CAIRN_EMBEDDER_MODEL: 'm', CAIRN_EMBEDDER_KEY: 'sk-secret' });

  expect(error.issues.map((issue) => issue.field)).toEqual(['CAIRN_EMBEDDER_URL', 'CAIRN_EMBEDDER_DIMS']);
  expect(JSON.stringify(error.issues) + error.message).not.toContain('sk-secret');
  expect(loadConfig({ CAIRN_EMBEDDER: 'none' }).embedder).toEqual({ kind: 'none' });
  expect(
    loadConfig({
      CAIRN_EMBEDDER: 'openai',
      CAIRN_EMBEDDER_URL: 'http://127.0.0.1:9/v1',
      CAIRN_EMBEDDER_MODEL: 'm',
      CAIRN_EMBEDDER_DIMS: '384',
    }).embedder,
  ).toEqual({ kind: 'openai', url: 'http://127.0.0.1:9/v1', key: undefined, model: 'm', dims: 384 });
});

it('names the embedders when it knows none of that name', () => {
  expect(refused({ CAIRN_EMBEDDER: 'magic' }).message).toContain(
    'CAIRN_EMBEDDER cannot be "magic"; allowed: bundled, openai, none',
  );
});

it('gives every setting a meaning', () => {
  expect(settings.every((setting) => setting.meaning.endsWith('.'))).toBe(true);
});
