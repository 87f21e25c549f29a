import { formatCount, CairnError, type MeaningProposal, type Memory, type RouteOutput } from '@cairn/contracts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import { withServer } from '../server/server-connection.ts';
import { askYesNo, canAsk } from '../terminal/consent.ts';
import { createPrinter, printResult, type Printer } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

interface Options extends GlobalOptions {
  readonly channel?: string;
  readonly limit?: number;
  readonly yes?: boolean;
}

/** Time limit of the request in ms. It is longer than the time that the server waits for the language model. */
const TIMEOUT_MS = 150_000;

/** Shows the proposals of the language model, and saves each proposal that the person confirms. */
export async function propose(context: CliContext, options: Options): Promise<void> {
  await withServer(context, options, async ({ client }) => {
    const { channel, limit } = options;
    const sent = { body: { channel, limit }, signal: context.interrupted, timeoutMs: TIMEOUT_MS };
    const { json, answer } = await client.call('proposeMeaning', sent);
    const printer = createPrinter(options.json ? context.stderr : context.stdout, context.env);
    if (options.json) printResult(context, options, json, () => undefined);
    else printAsked(printer, answer);
    const saved = await saveConfirmed(context, options, { client, printer, proposals: answer.proposals });
    printer.line(
      saved === 0 ? 'Nothing was saved.' : `Saved the meaning of ${formatCount(saved, 'memory', 'memories')}.`,
    );
    if (!options.yes && !isAsked(context, options) && answer.proposals.some(hasFields))
      printer.line('To save all proposals: --yes');
  });
}

interface ShownProposal {
  readonly client: CairnClient;
  readonly printer: Printer;
  readonly proposals: readonly MeaningProposal[];
}

/** Asks about each proposal, saves those that the person confirms, and returns their number. */
async function saveConfirmed(context: CliContext, options: Options, shown: ShownProposal): Promise<number> {
  const { client, printer, proposals } = shown;
  let saved = 0;
  for (const proposal of proposals) {
    if (!options.json) printProposal(printer, proposal);
    if (!hasFields(proposal)) continue;
    const isConfirmed = options.yes || (isAsked(context, options) && (await confirmSave(context)));
    if (isConfirmed && (await save(client, proposal, printer))) saved += 1;
  }
  return saved;
}

const isAsked = (context: CliContext, { json }: Options): boolean => !json && canAsk(context);

const hasFields = ({ proposes }: MeaningProposal): boolean => Object.keys(proposes).length > 0;

const confirmSave = (context: CliContext): Promise<boolean> =>
  askYesNo(context, { question: 'Save this?', unchanged: 'The rest was not saved.' });

function printAsked({ line, colors }: Printer, { asked, dropped }: RouteOutput<'proposeMeaning'>): void {
  if (!asked) return line('Nothing lacks a meaning, so nothing was sent.');
  const { endpoint, model, memories, characters, promptTokens, answerTokens } = asked;
  const tokens = [promptTokens, answerTokens].every((count) => count !== undefined)
    ? `, ${promptTokens} and ${answerTokens} tokens`
    : '';
  const what = `${formatCount(memories, 'memory', 'memories')}, ${characters} characters${tokens}`;
  line(colors.dim(`Sent to ${neutraliseForTerminal(model)} at ${neutraliseForTerminal(endpoint)}: ${what}`));
  for (const each of dropped) line(colors.dim(`Left out: ${neutraliseForTerminal(each)}`));
}

function printProposal({ line, colors }: Printer, proposal: MeaningProposal): void {
  const { category, title, content, lacks, proposes, dropped } = proposal;
  line(`${colors.bold(neutraliseForTerminal(title))}  [${category}]`);
  line(`    ${neutraliseForTerminal(content).replace(/\s+/g, ' ')}`);
  for (const [field, value] of Object.entries(proposes))
    for (const part of Array.isArray(value) ? value : [value])
      line(
        colors.green(`  + ${field}: ${neutraliseForTerminal(typeof part === 'string' ? part : JSON.stringify(part))}`),
      );
  if (!hasFields(proposal)) line(colors.dim(`    no ${lacks} proposed`));
  for (const each of dropped) line(colors.dim(`    left out: ${neutraliseForTerminal(each)}`));
}

/** Saves a proposal, if the memory has not changed since it was sent to the language model. */
async function save(client: CairnClient, proposal: MeaningProposal, { line }: Printer): Promise<boolean> {
  const { memoryId, title, version, proposes } = proposal;
  try {
    const understood = proposes.relations
      ? await addRelations(client, proposal)
      : (
          await client.call('updateMemory', {
            params: { id: memoryId },
            body: { ...proposes, expectedVersion: version },
          })
        ).answer.understood;
    for (const each of understood ?? []) line(`    ${neutraliseForTerminal(each)}`);
    return true;
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    line(`    ${neutraliseForTerminal(title)} was not saved: ${neutraliseForTerminal(error.message)}`);
    return false;
  }
}

/** Adds the proposed relations to a memory by sending the memory again with them. */
async function addRelations(client: CairnClient, { memoryId, version, proposes }: MeaningProposal) {
  const { answer: memory } = await client.call('getMemory', { params: { id: memoryId } });
  if (memory.kind !== 'memory' || memory.version !== version)
    throw new CairnError('item/stale-version', `it was changed since and has version ${memory.version}`);
  if (memory.visibility.startsWith('team:'))
    throw new CairnError('request/invalid', 'relations of a memory of a team are added by crystal_remember');
  const { answer } = await client.call('addMemories', {
    body: { ...sentAgain(memory), relations: proposes.relations },
  });
  return answer.items[0]?.understood;
}

/**
 * Rebuilds the request by which a memory was stored. A request with the same text for the same readers updates the
 * existing memory.
 */
function sentAgain({ store, category, title, content, tags, source, visibility, ...memory }: Memory) {
  const { subject, attribute, channel, externalId, validFrom, validTo } = memory;
  const optional = Object.entries({ subject, attribute, channel, externalId, validFrom, validTo });
  const given = Object.fromEntries(optional.filter(([, value]) => value !== null));
  const isPrivate = visibility === 'private' && { visibility };
  return { store, category, title, content, tags, source, ...isPrivate, ...given };
}
