import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WrittenAnswers, writeAnswers, writeJson } from './written-answers.ts';

describe('WrittenAnswers', () => {
  const place = { set: 'chat', view: 'messages-own' };
  const answers = [
    { id: 'q1', ids: ['m2', 'm1'] },
    { id: 'q2', ids: [] },
  ];
  let out: string;

  beforeEach(() => {
    out = mkdtempSync(join(tmpdir(), 'cairn-quality-'));
    writeAnswers(out, place, answers);
    writeJson(out, 'results.json', { part: 'dev' });
  });
  afterEach(() => rmSync(out, { recursive: true, force: true }));

  test('gives back what was written, by the folder or by its results.json', () => {
    for (const path of [out, join(out, 'results.json')]) {
      const written = new WrittenAnswers(path, 'dev');
      expect(written.places).toEqual([place]);
      expect(written.find(place)).toEqual(answers);
    }
  });

  test('knows nothing of a view that was not run', () => {
    expect(new WrittenAnswers(out, 'dev').find({ ...place, view: 'messages-pooled' })).toBeUndefined();
  });

  test('refuses another part, a folder without answers, and no folder', () => {
    expect(() => new WrittenAnswers(out, 'held-out')).toThrow('over the part dev');
    expect(() => new WrittenAnswers(tmpdir(), 'dev')).toThrow('no answers');
    expect(() => new WrittenAnswers(join(out, 'nowhere'), 'dev')).toThrow('no earlier run');
  });
});
