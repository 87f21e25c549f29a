import { GatewayModule } from '@cairn/service-gateway';
import { RouteCaller } from '@cairn/ports';
import { toolCaller } from './answers-client.ts';
import { markedReasons, whyVerdict, type MarkedReasons, type WhyVerdict } from './answers-told.ts';
import { startBenchServer } from './bench-server.ts';
import { untilHandled, untilIndexed } from './load.ts';
import { readDecisions, type DecisionTold, type MeaningRun } from './meaning-set.ts';

/** Stores the decisions of a set as one team's memories and asks for the reasons of each by its text alone. */
export async function measureDecisions({ folder, tell }: MeaningRun): Promise<void> {
  const decisions = readDecisions(folder);
  const server = await startBenchServer({ remember: true, modules: [GatewayModule.forRoot()] });
  try {
    const api = server.service.app.get(RouteCaller);
    const keyById = new Map<string, string>();
    for (const { id, title, content } of decisions) {
      const body = [{ title, content, store: 'semantic' as const, category: 'decision' as const, tags: [] }];
      const { items } = await api.call('addMemories', server.principal, { body });
      keyById.set(items[0]!.id, id);
    }
    await untilIndexed(api, server.principal);
    await untilHandled(server.service);
    const asker = await toolCaller(server.service.url, server.key);
    const verdicts: Record<WhyVerdict, number> = { right: 0, partly: 0, misleading: 0 };
    const reasons: MarkedReasons[] = [];
    for (const decision of decisions) {
      const answer = await asker.call('crystal_why_did_we', { decision: decision.question });
      const verdict = whyVerdict(expectedOf(decision), answer, { keyById });
      verdicts[verdict] += 1;
      reasons.push(markedReasons(decision, answer));
      tell({ part: 'decisions', id: decision.id, verdict, text: answer.parts[0] });
    }
    await asker.close();
    const { right, partly, misleading } = verdicts;
    console.log(`decisions: right ${right}, partly ${partly}, misleading ${misleading} of ${decisions.length}`);
    const total = (of: keyof MarkedReasons) => reasons.reduce((all, one) => all + one[of], 0);
    console.log(
      `reasons marked: ${total('found')} of ${total('named')} named ones; ${total('right')} of ${total('marked')} marked ones are named`,
    );
  } finally {
    await server.close();
  }
}

const expectedOf = ({ id, question, reasons, alternatives, consequences, wrong }: DecisionTold) => ({
  id,
  question,
  lead: id,
  reasons,
  alternatives: alternatives.flatMap(({ what, whyNot }) => [what, ...(whyNot ? [whyNot] : [])]),
  consequences,
  reversed: [],
  misleading: wrong,
});
