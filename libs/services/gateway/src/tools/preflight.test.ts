import { describe, expect, it } from '@jest/globals';
import type { RouteCaller } from '@cairn/ports';
import { SystemClock } from '@cairn/ports';
import { renderFramedAnswer } from '@cairn/prompt';
import { aPrincipal } from '@cairn/testing';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { preflightTool } from './preflight.ts';

const TOKENS_MAX = 60;

describe('crystal_preflight', () => {
  it(`costs ${TOKENS_MAX} tokens at most where nothing stored speaks against an action`, async () => {
    const verdict = { verdict: 'proceed', items: [], readAs: 'shell', itemCount: 0, action: 'ls -la' };
    const checklist = 'proceed: Nothing stored speaks against this.';
    const answer = { ...verdict, checklist, reached: ['triggers', 'memories', 'messages'], degraded: [] };
    const caller = { call: () => Promise.resolve(answer) } as unknown as RouteCaller;

    const {
      text,
      beside,
      answer: fields,
    } = await preflightTool.call({ caller, clock: new SystemClock() }, aPrincipal(), { action: 'ls -la' });

    expect(text).toBe(checklist);
    expect(fields).not.toHaveProperty('checklist');
    expect(countTokens(`${text}\n${renderFramedAnswer(beside ?? {})}`)).toBeLessThanOrEqual(TOKENS_MAX);
  });
});
