import fc from 'fast-check';
import { formatCitation, parseCitation, shouldShowCitations } from './citation.ts';

describe('citations', () => {
  it('are read as they were written', () => {
    const path = fc.string({ minLength: 1 });
    const line = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(path, line, line, (name, one, other) => {
        const citation = { path: name, startLine: Math.min(one, other), endLine: Math.max(one, other) };

        expect(parseCitation(formatCitation(citation))).toEqual(citation);
      }),
    );
  });

  it('name one line once', () => {
    expect(formatCitation({ path: 'a.md', startLine: 5, endLine: 5 })).toBe('a.md#L5');
    expect(formatCitation({ path: 'a.md', startLine: 5, endLine: 8 })).toBe('a.md#L5-L8');
  });

  it.each(['a.md', 'a.md#L0', '#L1', 'a.md#L8-L5', 'a.md#L1-8'])('are not read from %j', (text) => {
    expect(parseCitation(text)).toBeUndefined();
  });

  it('show by themselves in direct conversations only', () => {
    expect(shouldShowCitations('auto', 'direct')).toBe(true);
    expect(shouldShowCitations('auto', 'group')).toBe(false);
    expect(shouldShowCitations('on', 'group')).toBe(true);
    expect(shouldShowCitations('off', 'direct')).toBe(false);
  });
});
