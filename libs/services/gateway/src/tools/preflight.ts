import { PreflightItem, PreflightRequest, PreflightResponse } from '@cairn/contracts';
import { withShortNames } from '@cairn/prompt';
import { z } from 'zod';
import { defineTool, readOnly } from './tool.ts';

export const preflightTool = defineTool({
  name: 'crystal_preflight',
  title: 'Check an action first',
  description:
    "Call this before a change of configuration, a write to an API, a deletion, a push or anything in production: what the team's rules, lessons and decisions say about this very action. " +
    'Give the action as it would be done (the command line, the SQL, `edit PATH: content`). stop: do not do it; caution: read the items first; not-checked: the memory did not answer in time.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject(PreflightRequest.omit({ explain: true }).shape),
  output: z.object({
    ...PreflightResponse.omit({ checklist: true }).shape,
    items: z.array(PreflightItem.extend({})).describe('Most severe first'),
  }),
  async run({ call }, args) {
    const { checklist, ...answer } = await call('preflight', { body: args });
    const items = answer.items.map(withShortNames);
    const { verdict, readAs, reached, degraded } = answer;
    const isWhole = verdict !== 'not-checked' && degraded.length === 0;
    const beside = { readAs, ...(!isWhole && { reached, degraded }) };
    return { text: checklist, beside, quotesNothing: items.length === 0, answer: { ...answer, items } };
  },
});
