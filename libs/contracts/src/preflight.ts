import { z } from 'zod';
import { UnderstoodLines } from './meaning.ts';
import { limits, toolLimits } from './limits.ts';
import { Project, retrieverNames } from './recall.ts';
import type { Routes } from './route.ts';
import { boundedText, categories, EpochMs, Name } from './vocabulary.ts';

export const verdicts = ['proceed', 'caution', 'stop', 'not-checked'] as const;
export const Verdict = z
  .enum(verdicts)
  .describe(
    'stop: a binding rule forbids it; not-checked: the store did not answer in time, which is no leave to proceed',
  );
export type Verdict = z.infer<typeof Verdict>;

/** Searches that a preflight consists of. */
export const preflightParts = ['triggers', 'memories', 'messages'] as const;
export type PreflightPart = (typeof preflightParts)[number];

/** Kinds of action. */
const actionForms = ['shell', 'sql', 'http', 'edit', 'sentence'] as const;

export const PreflightRequest = z
  .strictObject({
    action: boundedText(limits.action).describe(
      'Action about to be taken, in its real form: a command line, SQL, an HTTP call, `edit PATH: content`, or a sentence',
    ),
    channel: Name.optional().describe('Rules without a channel pass; others only in theirs'),
    project: Project,
    limit: z
      .number()
      .int()
      .min(toolLimits.preflightLimit.min)
      .max(toolLimits.preflightLimit.max)
      .default(toolLimits.preflightLimit.default)
      .describe('Items at most'),
    waitMs: z
      .number()
      .int()
      .min(toolLimits.preflightWaitMs.min)
      .max(toolLimits.preflightWaitMs.max)
      .default(toolLimits.preflightWaitMs.default)
      .describe('Time limit in milliseconds; the answer has the searches completed by then'),
    explain: z
      .boolean()
      .default(false)
      .describe(
        'Explain which norm matched which act, and include items that are only similar in meaning, whatever the norms decide',
      ),
  })
  .meta({ id: 'PreflightRequest' });
export type PreflightRequest = z.infer<typeof PreflightRequest>;

/** Results of comparing an action with one part of a norm: the action matches, does not say, or does not match. */
const partMet = ['met', 'open', 'missed'] as const;

/** Result of comparing an action with a norm. */
const PreflightFinding = z
  .object({
    act: z.string().describe('The act, as typed'),
    matched: z.string().describe('The name, the words or the trigger that it matches'),
    by: z.enum(['given', 'trigger', 'words']),
    parts: z.record(z.string(), z.enum(partMet)).describe('Each part of the norm; open: the act does not say'),
  })
  .meta({ id: 'PreflightFinding' });

export const PreflightItem = z
  .object({
    id: z.uuid(),
    kind: z.enum([...categories, 'message']).describe('Category of a memory, or message'),
    title: z.string(),
    excerpt: z.string(),
    severity: z.enum(['stop', 'caution', 'info']),
    why: z
      .enum(['given', 'trigger', 'words', 'meaning'])
      .describe('given: a norm of the rule; words: read from its English; meaning: only near'),
    matched: z.string().optional().describe('The trigger, or the name in the text, that the action matches'),
    instead: z.string().optional().describe('The sentence that names what to do instead'),
    trust: z
      .enum(['trusted', 'untrusted'])
      .describe('trusted: a person or a manager wrote it. Only trusted items stop'),
    author: z.string().nullable(),
    createdAt: EpochMs,
    score: z
      .number()
      .min(0)
      .max(1)
      .describe('How near its text is to the action; 0 where norms decided and texts were not compared'),
    findings: z.array(PreflightFinding).optional().describe('Only with explain'),
    understood: UnderstoodLines.optional().describe('Only with explain: lines of what was understood of its rule'),
  })
  .meta({ id: 'PreflightItem' });
export type PreflightItem = z.infer<typeof PreflightItem>;

export const PreflightResponse = z
  .object({
    verdict: Verdict,
    items: z.array(PreflightItem).describe('Gravest first; none where the verdict is proceed, unless explained'),
    instead: z.string().optional().describe('Alternative that the gravest item allows'),
    readAs: z.enum(actionForms).describe('How the action was read'),
    reached: z.array(z.enum(preflightParts)).describe('Searches that answered in time, or were not needed'),
    degraded: z.array(z.enum(retrieverNames)).describe('Searches that did not answer; the items come from the others'),
    action: z.string(),
    checklist: z.string().describe('The items as text for a model, framed as data'),
    itemCount: z.number().int(),
  })
  .meta({ id: 'PreflightResponse' });
export type PreflightResponse = z.infer<typeof PreflightResponse>;

export const preflightRoutes = {
  preflight: {
    method: 'POST',
    path: '/v1/recall/preflight',
    service: 'recall-api',
    role: 'reader',
    counts: 'preflight',
    asks: ['action'],
    summary: 'Check an action against rules, lessons and decisions before it is done',
    body: PreflightRequest,
    output: PreflightResponse,
  },
} as const satisfies Routes;
