import { judgeAll, readAction, readRule, verdictOf, type GivenNorm, type Rule, type RuleText } from '@cairn/text';
import { z } from 'zod';
import { rowsOf, type MeaningRun } from './meaning-set.ts';

const RuleTold = z.object({ id: z.string(), category: z.string(), title: z.string(), content: z.string() });
const Given = z.object({
  id: z.string(),
  forbids: z.custom<readonly GivenNorm[]>(Array.isArray),
  instead: z.array(z.string()).default([]),
});
const ActionTold = z.object({
  id: z.string(),
  rule: z.string().nullable(),
  action: z.string(),
  kind: z.enum(['forbidden', 'forbidden_by_meaning', 'lookalike', 'needs_care', 'unrelated']),
  gold: z.enum(['stop', 'caution', 'proceed']),
});
type ActionTold = z.infer<typeof ActionTold>;

const BINDING = new Set(['rule', 'decision']);

/** Judges every action by all rules of its set, with the norms that were given and from the English of the rules alone. */
export function measurePreflight({ folder, tell }: MeaningRun): Promise<void> {
  const rules = rowsOf(folder, 'rules').map((row) => RuleTold.parse(row));
  const given = new Map(rowsOf(folder, 'given').map((row) => [Given.parse(row).id, Given.parse(row)]));
  const actions = rowsOf(folder, 'actions').map((row) => ActionTold.parse(row));
  for (const by of ['given', 'english'] as const) {
    const rulings = rules.map(({ id, category, ...text }) => ({
      ...{ id, triggers: [], isBinding: BINDING.has(category), isTrusted: true, likeness: 0 },
      rule: readRule(by === 'given' ? withGiven(text, given.get(id)) : text),
    }));
    const answers = actions.map((action) => ({ action, ...verdictOn(action, rulings) }));
    for (const { action, ...answer } of answers) tell({ part: 'preflight', by, ...action, ...answer });
    console.log(`preflight, ${by}: ${sharesOf(answers)}`);
  }
  return Promise.resolve();
}

const withGiven = (text: RuleText, given: z.infer<typeof Given> | undefined): RuleText => ({
  ...text,
  forbids: given?.forbids,
  instead: given?.instead,
});

interface Stored {
  readonly id: string;
  readonly rule: Rule;
  readonly triggers: readonly string[];
  readonly isBinding: boolean;
  readonly isTrusted: boolean;
  readonly likeness: number;
}

/** An action may break a rule that it was not written for: its own verdict is that of its rule. */
function verdictOn({ action, rule }: ActionTold, rulings: readonly Stored[]) {
  const weighed = judgeAll(readAction(action), rulings);
  const own = weighed.filter(({ entry }) => rule === null || entry.id === rule);
  const others = weighed.filter(({ entry, judgement }) => entry.id !== rule && judgement.severity === 'stop');
  const { why, findings } = own[0]!.judgement;
  return {
    verdict: verdictOf(own),
    byOthers: others.map(({ entry }) => entry.id),
    why: { by: why.by, matched: why.matched },
    findings,
  };
}

type Answer = ReturnType<typeof verdictOn> & { readonly action: ActionTold };

function sharesOf(answers: readonly Answer[]): string {
  const share = (wanted: ActionTold['kind'], isCounted: (answer: Answer) => boolean) => {
    const some = answers.filter(({ action }) => action.kind === wanted);
    return `${some.filter(isCounted).length} of ${some.length}`;
  };
  const stops = ({ verdict }: Answer) => verdict === 'stop';
  const flags = ({ verdict }: Answer) => verdict !== 'proceed';
  const stopsAtAll = (answer: Answer) => stops(answer) || answer.byOthers.length > 0;
  return [
    `stopped by name ${share('forbidden', stops)}, by meaning ${share('forbidden_by_meaning', stops)}`,
    `flagged by name ${share('forbidden', flags)}, by meaning ${share('forbidden_by_meaning', flags)}`,
    `look-alikes stopped ${share('lookalike', stops)}, flagged ${share('lookalike', flags)}, by any rule ${share('lookalike', stopsAtAll)}`,
    `unrelated stopped ${share('unrelated', stopsAtAll)}`,
    `care stopped ${share('needs_care', stops)}, flagged ${share('needs_care', flags)}`,
  ].join('; ');
}
