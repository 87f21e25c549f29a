import { holdsAt, isSeenByAll, type Principal } from '@cairn/contracts';
import { skillsOf, type Procedure, type Skill as SkillFile } from '@cairn/prompt';
import { type McpServer } from '@modelcontextprotocol/server';
import { skillEntry, SkillsExtension, type Skill, type SkillSource } from '@modelcontextprotocol/server/ext/skills';
import type { ToolHost } from './tools/tool.ts';

/** The newest so many procedural memories are skills; a client reads the whole list into its context. */
const SKILLS_MAX = 200;
const PAGE = 100;
const FILE = 'SKILL.md';
const BASE = 'skill://';

/** Serves a team's procedural memories as Agent Skills (SEP-2640), each read when it is asked for. */
export function attachSkills(server: McpServer, host: ToolHost, principal: () => Principal): void {
  const read = async () => skillsOf(await proceduresOf(host, principal()));
  new SkillsExtension({ source: sourceFrom(read), cacheHint: { ttlMs: 60_000, cacheScope: 'private' } }).attach(server);
}

/** What the list of skills shows, as one text: when it differs, the list has changed. */
export async function skillsMark(host: ToolHost, principal: Principal): Promise<string> {
  const skills = skillsOf(await proceduresOf(host, principal));
  return skills.map(({ name, text }) => JSON.stringify([name, text])).join('\n');
}

function sourceFrom(read: () => Promise<SkillFile[]>): SkillSource {
  const find = async (uri: string) => (await read()).find((skill) => addressOf(skill) === uri);
  return {
    list: async () => ({ skills: await Promise.all((await read()).map(entryOf)) }),
    async get(uri) {
      const skill = await find(uri);
      return skill && entryOf(skill);
    },
    async read(uri) {
      const skill = await find(uri);
      return skill && { text: skill.text, mimeType: 'text/markdown' };
    },
    listResources: async () =>
      (await read()).map((skill) => ({
        uri: addressOf(skill),
        name: skill.name,
        description: skill.description,
        mimeType: 'text/markdown',
      })),
  };
}

const addressOf = ({ name }: SkillFile): string => `${BASE}${name}/${FILE}`;

const entryOf = ({ name, text }: SkillFile): Promise<Skill> => skillEntry(name, { [FILE]: text });

/** What everyone may read and what holds now, the newest first: an agent follows a skill, so that nobody else's private note becomes one. */
async function proceduresOf({ caller, clock }: ToolHost, principal: Principal): Promise<Procedure[]> {
  const found: Procedure[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { stores: ['procedural' as const], order: 'newest' as const, limit: PAGE, cursor };
    const { items, nextCursor } = await caller.call('listMemories', principal, { query });
    found.push(...items.filter((memory) => isSeenByAll(memory.visibility) && holdsAt(memory, clock.now())));
    if (nextCursor === null || found.length >= SKILLS_MAX) return found.slice(0, SKILLS_MAX);
    cursor = nextCursor;
  }
}
