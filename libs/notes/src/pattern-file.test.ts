import fc from 'fast-check';
import { formatPatternFile, parsePatternFile, savePattern, mergePattern } from './pattern-file.ts';
import {
  formatPatterns,
  groupPatterns,
  patternCategories,
  patternKey,
  raiseConfidence,
  type ScopedPattern,
} from './patterns.ts';

const stamp = { id: 'mem_1_abcd', timestamp: '2026-11-23T12:00:00.000Z' };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const entry = (fields: object) =>
  JSON.stringify({
    id: 'mem_0_aaaa',
    timestamp: '2026-01-01T00:00:00.000Z',
    pattern: 'Run go vet',
    category: 'test_command',
    confidence: 0.7,
    ...fields,
  });

describe('pattern files', () => {
  // Behaviour 25
  it('keep the bytes of any file that nothing is saved to, and never make an error', () => {
    const anyLine = fc.oneof(fc.string(), fc.constant(entry({})), fc.json());
    const text = fc
      .tuple(fc.array(anyLine), fc.constantFrom('\n', '\r\n'))
      .map(([lines, end]) => bytesOf(lines.join(end)));
    fc.assert(
      fc.property(fc.oneof(text, fc.uint8Array()), (bytes) => {
        expect(formatPatternFile(parsePatternFile(bytes))).toEqual(bytes);
      }),
    );
  });

  it('take what others learned: new lines at the end, confidence that rose, and every other byte as it was', () => {
    const text = `${entry({ own: 1 })}\r\n{"broken\n${entry({ pattern: 'Two', confidence: 0.9 })}`;
    const file = parsePatternFile(bytesOf(text));
    const team = (fields: object) => ({ ...JSON.parse(entry(fields)), scope: 'project', memoryId: 'm' });
    const more = { confidence: 0.8, timestamp: '2026-02-01T00:00:00.000Z', tags: ['go'] };

    expect(mergePattern(file, team({ pattern: 'two', confidence: 0.2 }))).toBe(file);
    const taken = mergePattern(
      mergePattern(file, team({ pattern: 'run GO vet', ...more })),
      team({ pattern: 'Three' }),
    );
    expect(textOf(formatPatternFile(taken))).toBe(
      `${entry({ own: 1, ...more })}\r\n{"broken\n${entry({ pattern: 'Two', confidence: 0.9 })}\n${entry({ pattern: 'Three' })}\n`,
    );
  });

  // Behaviour 25
  it('count damaged lines and pass them over', () => {
    const { lines, damaged } = parsePatternFile(
      bytesOf(`${entry({})}\n{"broken\n\n[]\n${entry({ category: 'mood' })}\n`),
    );

    expect(damaged).toBe(3);
    expect(lines.filter(({ pattern }) => pattern)).toHaveLength(1);
  });

  it('get a new pattern as their last line, whatever the last line was', () => {
    const { file } = savePattern(
      parsePatternFile(bytesOf('{"broken')),
      { pattern: 'Use pnpm', category: 'convention', tags: ['ci'] },
      stamp,
    );

    expect(textOf(formatPatternFile(file))).toBe(
      `{"broken\n${JSON.stringify({ ...stamp, pattern: 'Use pnpm', category: 'convention', confidence: 0.7, tags: ['ci'] })}\n`,
    );
  });

  it('raise the confidence of a pattern that is there, and keep its id, its other fields and the other lines', () => {
    const other = `{ "id":"x",  "pattern":"a","category":"convention" }\r\n`;
    const before = bytesOf(`${other}${entry({ source: 'run 7' })}\r\n`);
    const { file, pattern, isRepeated } = savePattern(
      parsePatternFile(before),
      { pattern: ' run  GO vet', category: 'test_command' },
      stamp,
    );

    expect(isRepeated).toBe(true);
    expect(pattern).toMatchObject({ id: 'mem_0_aaaa', confidence: 0.73, pattern: 'Run go vet' });
    expect(textOf(formatPatternFile(file))).toBe(
      `${other}${entry({ source: 'run 7', timestamp: stamp.timestamp, confidence: 0.73 })}\r\n`,
    );
  });

  it('never hold one pattern twice, and never lower a confidence', () => {
    const saved = fc.record({
      pattern: fc.constantFrom('Use pnpm', 'use PNPM ', 'Run go vet', 'x'),
      category: fc.constantFrom(...patternCategories),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(saved, { maxLength: 12 }), (all) => {
        let file = parsePatternFile(new Uint8Array());
        const confidences = new Map<string, number>();
        for (const one of all) {
          const result = savePattern(file, one, stamp);
          expect(result.pattern.confidence).toBeGreaterThanOrEqual(
            Math.max(one.confidence, confidences.get(patternKey(one)) ?? 0),
          );
          confidences.set(patternKey(one), result.pattern.confidence);
          file = result.file;
        }

        const { lines, damaged } = parsePatternFile(formatPatternFile(file));
        expect(damaged).toBe(0);
        expect(lines.map(({ pattern }) => pattern && patternKey(pattern))).toEqual([...confidences.keys()]);
      }),
    );
  });
});

describe('patterns', () => {
  it('rise a tenth of the way to 1, from the higher of two values', () => {
    expect(raiseConfidence(0.5, 0.2)).toBe(0.55);
    expect(raiseConfidence(0.2, 0.5)).toBe(0.55);
    expect(raiseConfidence(1, 0)).toBe(1);
  });

  it('stand in groups, the project before the organisation, the most confident first, of equals the newest', () => {
    const aPattern = (fields: Partial<ScopedPattern>): ScopedPattern => ({
      ...stamp,
      pattern: 'p',
      category: 'convention',
      confidence: 0.5,
      scope: 'project',
      ...fields,
    });
    const groups = groupPatterns([
      aPattern({ pattern: 'everywhere', scope: 'global', confidence: 0.9 }),
      aPattern({ pattern: 'weak', confidence: 0.2 }),
      aPattern({ pattern: 'undated', confidence: 0.2, timestamp: '', id: 'a' }),
      aPattern({ pattern: 'strong\nin two lines', confidence: 0.8 }),
    ]);

    expect(formatPatterns(groups)).toBe(
      [
        'Found 3 matches in project memory',
        `[convention] 0.80 — strong in two lines (${stamp.timestamp})`,
        `[convention] 0.20 — weak (${stamp.timestamp})`,
        '[convention] 0.20 — undated ()',
        '',
        'Found 1 match in global memory',
        `[convention] 0.90 — everywhere (${stamp.timestamp})`,
      ].join('\n'),
    );
  });
});
