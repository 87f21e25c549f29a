import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from './config.ts';

describe('Secrets from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-'));
  const file = join(folder, 'key');
  beforeAll(() => writeFileSync(file, 'a key of the endpoint\n'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const keyOf = (environment: Record<string, string>) => JSON.stringify(loadConfig('all-in-one', environment).embedder);
  const endpoint = {
    CAIRN_EMBEDDER: 'openai',
    CAIRN_EMBEDDER_URL: 'http://127.0.0.1:1/v1',
    CAIRN_EMBEDDER_MODEL: 'm',
    CAIRN_EMBEDDER_DIMS: '384',
  };

  it('are read as if a variable held them, without the line end', () => {
    const fromFile = keyOf({ ...endpoint, CAIRN_EMBEDDER_KEY_FILE: file });

    expect(fromFile).toBe(keyOf({ ...endpoint, CAIRN_EMBEDDER_KEY: 'a key of the endpoint' }));
    expect(fromFile).toContain('a key of the endpoint');
  });

  it('are refused beside the variable, and where the file cannot be read, without being shown', () => {
    const both = { ...endpoint, CAIRN_EMBEDDER_KEY: 'x', CAIRN_EMBEDDER_KEY_FILE: file };
    expect(() => keyOf(both)).toThrow('CAIRN_EMBEDDER_KEY_FILE is set beside CAIRN_EMBEDDER_KEY');
    const gone = { ...endpoint, CAIRN_EMBEDDER_KEY_FILE: join(folder, 'gone') };
    expect(() => keyOf(gone)).toThrow('CAIRN_EMBEDDER_KEY_FILE names a file that cannot be read (ENOENT)');
  });

  it('are for secrets alone: another setting with that name is misspelt or nobody knows it', () => {
    expect(() => keyOf({ ...endpoint, CAIRN_EMBEDDER_KEY_FIL: file })).toThrow('did you mean CAIRN_EMBEDDER_KEY_FILE?');
  });
});
