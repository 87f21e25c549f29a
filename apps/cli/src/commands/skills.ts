import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdsAt, isSeenByAll } from '@cairn/domain';
import { isExported, skillsOf, type Procedure, type Skill } from '@cairn/prompt';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { parseList } from '../context/parse-options.ts';
import { printResult } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

interface Options extends GlobalOptions {
  readonly channel?: string;
  readonly tag?: readonly string[];
}

const PAGE_ITEMS = 100;
const SKILL_FILE = 'SKILL.md';

/** Adds the commands that export procedural memories as Agent Skills. */
export function addSkills(program: Command, context: CliContext): void {
  const command = program.command('skills').description("The team's procedural memories as Agent Skills");
  command
    .command('export')
    .argument('<folder>', 'such as .claude/skills of a project')
    .description(
      'Write a SKILL.md for each procedural memory that the whole organisation may read. Exported again, it replaces and removes its own files alone',
    )
    .option('--channel <name>', 'include those of this channel; without it, of every channel but peers')
    .option('--tag <list>', 'only with any of these tags, comma-separated', parseList)
    .action(async (folder: string, _, self: Command) => exportSkills(context, self.optsWithGlobals(), folder));
}

async function exportSkills(context: CliContext, options: Options, folder: string): Promise<void> {
  const memories = await withServer(context, options, (server) => proceduresOf(context, server.client, options));
  const done = await writeSkillFiles(folder, skillsOf(memories.filter(isInForce), memories));
  printResult(context, options, { folder, ...done }, ({ line, colors }) => {
    line(`${done.written.length} skills in ${neutraliseForTerminal(folder)}, ${done.removed.length} removed`);
    for (const name of done.kept) line(colors.dim(`${name}: left as it is, since it was not exported from a memory`));
  });
}

type Client = Parameters<Parameters<typeof withServer>[2]>[0]['client'];

const isInForce = (memory: Procedure): boolean => memory.state === 'active' && holdsAt(memory, Date.now());

/**
 * Lists the procedures that everyone may read, including archived procedures. Procedures for some readers only are left
 * out, since a skill is copied to places without access control.
 */
async function proceduresOf(context: CliContext, client: Client, { channel, tag }: Options): Promise<Procedure[]> {
  const found: Procedure[] = [];
  for (let cursor: string | undefined; ;) {
    const query = {
      stores: ['procedural' as const],
      channel,
      tags: tag,
      includeArchived: true,
      order: 'stored',
      limit: PAGE_ITEMS,
      cursor,
    } as const;
    const { answer } = await client.call('listMemories', { query, signal: context.interrupted });
    found.push(...answer.items.filter((memory) => isSeenByAll(memory.visibility)));
    if (answer.nextCursor === null) return found;
    cursor = answer.nextCursor;
  }
}

interface SkillFileChanges {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Names of skills that were skipped because the user already has a skill of the same name. */
  readonly kept: readonly string[];
}

async function writeSkillFiles(folder: string, skills: readonly Skill[]): Promise<SkillFileChanges> {
  await mkdir(folder, { recursive: true });
  const [written, removed, kept]: string[][] = [[], [], []];
  for (const { name, text } of skills) {
    if ((await ownerOf(folder, name)) === 'other') kept!.push(name);
    else {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, SKILL_FILE), text);
      written!.push(name);
    }
  }
  const names = new Set(skills.map(({ name }) => name));
  for (const name of await readdir(folder))
    if (!names.has(name) && (await ownerOf(folder, name)) === 'us') {
      await rm(join(folder, name, SKILL_FILE));
      // `rmdir` fails if the folder also contains files of the user, so that such a folder stays.
      await rmdir(join(folder, name)).catch(() => undefined);
      removed!.push(name);
    }
  return { written: written!, removed: removed!, kept: kept! };
}

async function ownerOf(folder: string, name: string): Promise<'us' | 'other' | undefined> {
  try {
    return isExported(await readFile(join(folder, name, SKILL_FILE), 'utf8')) ? 'us' : 'other';
  } catch {
    return undefined;
  }
}
