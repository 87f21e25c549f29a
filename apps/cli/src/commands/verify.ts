import { formatCount, driftKinds, type GenerationSummary, type OrgId, type VerifyResponse } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';

interface VerifyOptions extends GlobalOptions {
  readonly repair?: boolean;
}

/** Result of verifying one generation of an index, summed over all organisations. */
interface VerifyTotals extends Pick<
  VerifyResponse,
  'stored' | 'missing' | 'phantom' | 'stale' | 'pending' | 'repaired'
> {
  readonly id: string;
  readonly status: GenerationSummary['status'];
  readonly examples: VerifyResponse['examples'];
}

/** Time limit of one request in ms. A request checks one organisation, which takes minutes for a large organisation. */
const VERIFY_TIMEOUT_MS = 600_000;
const EXAMPLES_MAX = 10;

export function addVerify(program: Command, context: CliContext): void {
  program
    .command('verify')
    .description('Compare every index with the store, and report missing, phantom and stale items (needs an admin key)')
    .option('--repair', 'reindex missing and stale items, remove phantoms')
    .action(async (_, self: Command) => verifyIndexes(context, self.optsWithGlobals()));
}

async function verifyIndexes(context: CliContext, options: VerifyOptions): Promise<void> {
  const verified = await withServer(context, options, async ({ client }) => {
    const found: VerifyTotals[] = [];
    for (const generation of (await client.call('listGenerations', {})).answer.generations)
      if (generation.filledAt !== null)
        found.push(
          await verifyOne(generation, options.repair ?? false, (body) =>
            client.call('verifyGeneration', { params: { id: generation.id }, body, timeoutMs: VERIFY_TIMEOUT_MS }),
          ),
        );
    return found;
  });
  const isDrifting = verified.some((each) => driftKinds.some((kind) => each[kind] > 0));
  if (isDrifting) context.exitCode = exitCodes.failed.code;
  printResult(context, options, { generations: verified }, (printer) =>
    verified.forEach((each) => printVerified(printer, each)),
  );
}

type VerifyPage = (body: { repair: boolean; after?: OrgId }) => Promise<{ answer: VerifyResponse }>;

async function verifyOne(
  { id, status }: Pick<GenerationSummary, 'id' | 'status'>,
  repair: boolean,
  ask: VerifyPage,
): Promise<VerifyTotals> {
  let sum: VerifyTotals = {
    id,
    status,
    stored: 0,
    missing: 0,
    phantom: 0,
    stale: 0,
    pending: 0,
    repaired: 0,
    examples: [],
  };
  for (let after: OrgId | null | undefined = undefined; after !== null;) {
    const { answer }: { answer: VerifyResponse } = await ask({ repair, ...(after ? { after } : {}) });
    sum = addCounts(sum, answer);
    after = answer.next;
  }
  return sum;
}

const addCounts = (sum: VerifyTotals, one: VerifyResponse): VerifyTotals => ({
  ...sum,
  stored: sum.stored + one.stored,
  missing: sum.missing + one.missing,
  phantom: sum.phantom + one.phantom,
  stale: sum.stale + one.stale,
  pending: sum.pending + one.pending,
  repaired: sum.repaired + one.repaired,
  examples: [...sum.examples, ...one.examples].slice(0, EXAMPLES_MAX),
});

function printVerified({ line, colors }: Printer, verified: VerifyTotals): void {
  const { id, status, stored, missing, phantom, stale, pending, repaired, examples } = verified;
  const isSound = missing + phantom + stale === 0;
  const verdict = isSound
    ? colors.green('as the truth')
    : colors.red(`${missing} missing, ${phantom} phantom, ${stale} stale`);
  const more = `${pending > 0 ? `, ${pending} on their way` : ''}${repaired > 0 ? `, ${repaired} repaired` : ''}`;
  line(`${id.padEnd(12)}  ${status.padEnd(8)}  ${formatCount(stored, 'item')}: ${verdict}${more}`);
  for (const example of examples) line(`  ${example.is}  ${example.kind} ${example.id} at version ${example.version}`);
}
