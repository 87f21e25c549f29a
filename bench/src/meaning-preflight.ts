import { judgeAll, readAction, readRule, verdictOf, type GivenNorm, type Ruling } from '@cairn/text';
import { z } from 'zod';
import { rowsOf, type MeaningRun } from './meaning-set.ts';
import { spreadOf } from './speed-statistics.ts';

export const RuleTold = z.object({ id: z.string(), category: z.string(), title: z.string(), content: z.string() });
export type RuleTold = z.infer<typeof RuleTold>;
export const GivenTold = z.object({
  id: z.string(),
  forbids: z.custom<readonly GivenNorm[]>(Array.isArray),
  instead: z.array(z.string()).default([]),
});
export type GivenTold = z.infer<typeof GivenTold>;
export const ActionTold = z.object({
  id: z.string(),
  rule: z.string().nullable(),
  action: z.string(),
  kind: z.enum(['forbidden', 'forbidden_by_meaning', 'lookalike', 'needs_care', 'unrelated']),
  gold: z.enum(['stop', 'caution', 'proceed']),
});
type ActionTold = z.infer<typeof ActionTold>;

const BINDING = new Set(['rule', 'decision']);
const RULES_TIMED = 400;

/** Judges every action by all rules of its set, with the given norms and from the English text of the rules alone. */
export function measurePreflight({ folder, tell }: MeaningRun): Promise<void> {
  const rules = rowsOf(folder, 'rules').map((row) => RuleTold.parse(row));
  const given = new Map(rowsOf(folder, 'given').map((row) => [GivenTold.parse(row).id, GivenTold.parse(row)]));
  const actions = rowsOf(folder, 'actions').map((row) => ActionTold.parse(row));
  const byReading = {
    given: rules.map((rule) => rulingOf(rule, given.get(rule.id))),
    english: rules.map((rule) => rulingOf(rule, undefined)),
  };
  for (const [by, rulings] of Object.entries(byReading)) {
    const answers = actions.map((action) => answerOf(action, rulings));
    for (const { action, ...answer } of answers) tell({ part: 'preflight', by, ...action, ...answer });
    console.log(`preflight, ${by}: ${sharesOf(answers)}`);
  }
  const { p50, p99 } = timesOf(actions, [...byReading.given, ...byReading.english]);
  console.log(`preflight, matching ${RULES_TIMED} rules: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  return Promise.resolve();
}

type Stored = Ruling & { readonly id: string };

const rulingOf = ({ id, category, ...text }: RuleTold, given: GivenTold | undefined): Stored => ({
  ...{ id, triggers: [], isBinding: BINDING.has(category), isTrusted: true, likeness: 0 },
  rule: readRule({ ...text, forbids: given?.forbids, instead: given?.instead }),
});

/** Verdict of an action's own rule, and stops by other rules, which it may break too. */
function answerOf(action: ActionTold, rulings: readonly Stored[]) {
  const weighed = judgeAll(readAction(action.action), rulings);
  const own = weighed.filter(({ entry }) => action.rule === null || entry.id === action.rule);
  const others = weighed.filter(({ entry, judgement }) => entry.id !== action.rule && judgement.severity === 'stop');
  const { why, findings } = own[0]!.judgement;
  return {
    ...{ action, verdict: verdictOf(own), byOthers: others.map((one) => one.entry.id) },
    ...{ why: { by: why.by, matched: why.matched }, findings },
  };
}

type Answer = ReturnType<typeof answerOf>;

function sharesOf(answers: readonly Answer[]): string {
  const share = (kind: ActionTold['kind'], isCounted: (answer: Answer) => boolean) => {
    const some = answers.filter(({ action }) => action.kind === kind);
    return `${some.filter(isCounted).length} of ${some.length}`;
  };
  const stops = ({ verdict }: Answer) => verdict === 'stop';
  const flags = ({ verdict }: Answer) => verdict !== 'proceed';
  const stopsByAny = (answer: Answer) => stops(answer) || answer.byOthers.length > 0;
  return [
    `stopped by name ${share('forbidden', stops)}, by meaning ${share('forbidden_by_meaning', stops)}`,
    `flagged ${share('forbidden', flags)} and ${share('forbidden_by_meaning', flags)}`,
    `look-alikes stopped ${share('lookalike', stops)}, by any rule ${share('lookalike', stopsByAny)}, flagged ${share('lookalike', flags)}`,
    `unrelated stopped ${share('unrelated', stopsByAny)}`,
    `care stopped ${share('needs_care', stops)}, flagged ${share('needs_care', flags)}`,
  ].join('; ');
}

/** Measures judging each action by many parsed rules, on the second run. */
function timesOf(actions: readonly ActionTold[], rulings: readonly Stored[]) {
  const many = Array.from({ length: RULES_TIMED }, (_, at) => rulings[at % rulings.length]!);
  const once = () =>
    actions.map(({ action }) => {
      const begun = performance.now();
      judgeAll(readAction(action), many);
      return performance.now() - begun;
    });
  once();
  return spreadOf(once());
}
