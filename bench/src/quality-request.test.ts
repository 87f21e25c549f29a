import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readQualityRequest } from './quality-request.ts';

describe('readQualityRequest', () => {
  let data: string;

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'cairn-quality-data-'));
    for (const set of ['chat', 'docs']) {
      mkdirSync(join(data, set, 'dev'), { recursive: true });
      writeFileSync(join(data, set, 'dev', 'queries.jsonl'), '');
    }
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  test('takes every set of the part, with the default recipe and nothing beside it', () => {
    expect(readQualityRequest(['--data', data])).toEqual({
      data,
      part: 'dev',
      sets: ['chat', 'docs'],
      views: undefined,
      recipe: 'fused',
      backend: 'embedded',
      out: undefined,
      compare: undefined,
      ablation: false,
      confidence: false,
    });
  });

  test('refuses a set, a recipe and a folder that are not there', () => {
    expect(() => readQualityRequest([])).toThrow('--data is missing');
    expect(() => readQualityRequest(['--data', data, '--set', 'chess'])).toThrow('there is chat, docs');
    expect(() => readQualityRequest(['--data', data, '--recipe', 'magic'])).toThrow('--recipe is one of');
    expect(() => readQualityRequest(['--data', data, '--backend', 'magic'])).toThrow('one of embedded, cluster');
  });
});
