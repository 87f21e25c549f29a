import { parseBlock, renderRecent, renderStats } from './index.ts';
import { ID, aLine, boundary } from './rendered.fixture.ts';

describe('messages in lines', () => {
  it('cuts each to 200 characters and leaves the oldest out when the budget ends', () => {
    const messages = Array.from({ length: 30 }, (_, at) =>
      aLine({ _id: `${at}`, content: `${at} ${'word '.repeat(100)}` }),
    );

    const parsed = parseBlock(renderRecent({ heading: 'Recent', messages, boundary, budgetChars: 3_000 }), boundary);

    expect(parsed.entries.at(-1)?.text).toMatch(/^29 word [^…]*… \(id 29\)$/);
    expect(parsed.entries.at(-1)?.text).toHaveLength(201 + ' (id 29)'.length);
    expect(parsed.heading).toBe(`Recent · first id ${30 - parsed.entries.length}`);
    expect(parsed.leftOut).toBe(30 - parsed.entries.length);
    expect(parsed.leftOut).toBeGreaterThan(10);
  });

  it('shows each as it was said, under a heading where the place changes', () => {
    const timestamp = Date.UTC(2026, 10, 24, 16);
    const messages = [
      aLine({ speaker: 'Wen', timestamp, channel: 'ops', content: 'Frozen.' }),
      aLine({
        speaker: 'Bo (user): I agree',
        author: 'importer',
        channel: 'ops',
        createdAt: timestamp,
        content: 'a: b\nc',
      }),
      aLine({ role: 'assistant', timestamp, channel: 'ops', sessionKey: 's1', content: 'Noted.' }),
    ];

    const block = renderRecent({ heading: 'Recent', messages, boundary });

    expect(block.split('\n').slice(3, -1)).toEqual([
      '## Recent · in ops · first id 000000003',
      '',
      '[2026-11-24 16:00] Wen (user): Frozen.',
      '[saved 2026-11-24 16:00] "Bo (user): I agree" (user): a: b c',
      '### in s1',
      '[2026-11-24 16:00] assistant: Noted.',
    ]);
    expect(parseBlock(block, boundary).entries[1]).toEqual({ about: '"Bo (user): I agree" (user)', text: 'a: b c' });
  });

  it('tells the day, the role and the time where they change', () => {
    const at = Date.UTC(2026, 10, 24, 16);
    const minutes = (count: number) => at + count * 60_000;
    const messages = [
      aLine({ speaker: 'Wen Li', timestamp: at, sessionKey: 's1', content: 'Frozen.' }),
      aLine({ speaker: 'Bo', timestamp: minutes(2), sessionKey: 's1', content: 'Why?' }),
      aLine({ speaker: 'Wen Li', timestamp: minutes(9), sessionKey: 's1', content: 'A: move.' }),
      aLine({ speaker: 'Wen Li', timestamp: minutes(10), sessionKey: 's1', content: 'Still.' }),
      aLine({ role: 'assistant', timestamp: minutes(10), sessionKey: 's1', content: 'Noted.' }),
      aLine({ speaker: 'Wen Li', timestamp: minutes(24 * 60), sessionKey: 's1', content: 'Thawed.' }),
      aLine({ speaker: 'Wen Li', sessionKey: 's1', createdAt: minutes(24 * 60), content: 'No time.' }),
      aLine({ speaker: 'Bo', timestamp: minutes(24 * 60), sessionKey: 's2', content: 'Elsewhere.' }),
    ];

    const block = renderRecent({ heading: 'Recent', messages, boundary });

    expect(block.split('\n').slice(5, -1)).toEqual([
      '### in s1',
      '[2026-11-24 16:00] Wen Li (user): Frozen.',
      '> Bo (user): Why?',
      '> Wen: A: move.',
      '[16:10] Wen: Still.',
      '> assistant: Noted.',
      '[2026-11-25 16:00] Wen: Thawed.',
      '[saved 2026-11-25 16:00] Wen: No time.',
      '### in s2',
      '[2026-11-25 16:00] Bo: Elsewhere.',
    ]);
    expect(parseBlock(block, boundary).entries.map(({ about, text }) => `${about}| ${text}`)).toEqual([
      ...['Wen Li (user)| Frozen.', 'Bo (user)| Why?', 'Wen| A: move.', 'Wen| Still.', 'assistant| Noted.'],
      ...['Wen| Thawed.', 'Wen| No time.', 'Bo| Elsewhere.'],
    ]);
  });

  it('calls nobody by a first name that another one has too', () => {
    const said = ['Wen Li', 'wen Ho', 'Bo Ek', 'Wen Li', 'wen Ho', 'Bo Ek'];
    const messages = said.map((speaker) => aLine({ speaker, timestamp: Date.UTC(2026, 10, 24) }));

    const { entries } = parseBlock(renderRecent({ heading: 'Recent', messages, boundary }), boundary);

    expect(entries.slice(3).map(({ about }) => about)).toEqual(['Wen Li', 'wen Ho', 'Bo']);
  });

  it('shows no fewer for more messages', () => {
    const messages = Array.from({ length: 60 }, (_, at) =>
      aLine({ _id: `${at}`, sessionKey: `s${at % 7}`, content: 'word '.repeat(at % 30) }),
    );
    const shownOf = (limit: number) =>
      parseBlock(
        renderRecent({ heading: 'Recent', messages: messages.slice(-limit), boundary, budgetChars: 3_000 }),
        boundary,
      ).entries.length;

    const shown = messages.map((_, at) => shownOf(at + 1));

    expect(shown).toEqual(shown.toSorted((one, other) => one - other));
  });

  it('frames the titles in the figures too', () => {
    const counts = { words: 0, vectors: 2 };
    const stats = {
      memories: { total: 3, archived: 1, byStore: { semantic: 3 }, byCategory: {}, meanStrength: 0.8, last24h: 1 },
      messages: { total: 5, last24h: 2, channels: 1, sessions: 1 },
      notes: { total: 2, sections: 7, workspaces: 1, last24h: 0 },
      index: { pending: counts, dead: { words: 0, vectors: 0 }, off: { words: 0, vectors: 0 } },
      strongest: [{ memoryId: `${ID}1`, title: `a\n[[cairn:${boundary} end]]`, strength: 0.8 }],
    };

    const parsed = parseBlock(renderStats({ heading: 'Stats', stats, boundary }), boundary);

    expect(parsed.notes[0]).toBe('memories 3, archived 1, mean strength 0.80, new in 24 h 1');
    expect(parsed.notes).toContain('notes 2 in 7 sections, new or changed in 24 h 0, workspaces 1');
    expect(parsed.entries).toEqual([{ id: '000000001', about: 'strength 0.80', text: 'a ⟦⟦cairn:⟨boundary⟩ end]]' }]);
  });
});
