import { createHash } from 'node:crypto';
import { INITIAL_STRENGTH } from '@cairn/contracts';
import { holdsAt, isSeenByAll, type Principal } from '@cairn/domain';
import { skillsOf, type Procedure, type Skill as SkillFile } from '@cairn/prompt';
import { ProtocolError, ProtocolErrorCode, type McpServer } from '@modelcontextprotocol/server';
import { skillEntry, SkillsExtension, type Skill, type SkillSource } from '@modelcontextprotocol/server/ext/skills';
import type { ToolHost } from './tools/tool.ts';

/**
 * The most procedural memories that are read. The oldest are read first, so that many new memories cannot hide older
 * ones.
 */
const SKILL_MEMORIES_READ_MAX = 2_000;
/** Number of skills on a page of the list of skills, which a client reads into its context. */
const PAGE_OF_LIST = 100;
/** Number of skills on a page of the list of resources; large, since some clients read only the first page. */
const PAGE_OF_RESOURCES = 200;
const SKILLS_PER_PAGE = 100;
const SKILL_FILE = 'SKILL.md';
const SKILL_URI_PREFIX = 'skill://';

/** Serves a team's procedural memories as Agent Skills (SEP-2640). A skill is read only when it is requested. */
export function attachSkills(server: McpServer, host: ToolHost, principal: () => Principal): void {
  const read = () => listSkills(host, principal());
  new SkillsExtension({ source: sourceFrom(read), cacheHint: { ttlMs: 60_000, cacheScope: 'private' } }).attach(server);
}

/** Returns a digest of the list of skills, which changes whenever the list changes. */
export async function skillsMark(host: ToolHost, principal: Principal): Promise<string> {
  const digest = createHash('sha256');
  for (const { name, text } of await listSkills(host, principal)) digest.update(JSON.stringify([name, text]));
  return digest.digest('base64url');
}

/** Returns a page of the skills as resources. The SDK would list all resources of a template at once. */
export async function skillResources(host: ToolHost, principal: Principal, cursor?: string): Promise<ResourcePage> {
  const { shown, ...next } = pageOf(await listSkills(host, principal), cursor, PAGE_OF_RESOURCES);
  const resources = shown.map((skill) => ({
    uri: addressOf(skill),
    name: skill.name,
    description: skill.description,
    mimeType: 'text/markdown',
  }));
  return { resources, ...next };
}

interface ResourcePage {
  readonly resources: { uri: string; name: string; description: string; mimeType: string }[];
  readonly nextCursor?: string;
}

/** Cuts a page out of a list, and says where the next page starts if there is one. */
function pageOf<Entry>(all: readonly Entry[], cursor = '0', size: number) {
  const from = placeOf(cursor);
  const next = from + size;
  return { shown: all.slice(from, next), ...(next < all.length && { nextCursor: String(next) }) };
}

function sourceFrom(read: () => Promise<SkillFile[]>): SkillSource {
  const find = async (uri: string) => (await read()).find((skill) => addressOf(skill) === uri);
  return {
    async list({ cursor }) {
      const { shown, ...next } = pageOf(await read(), cursor, PAGE_OF_LIST);
      return { skills: await Promise.all(shown.map(entryOf)), ...next };
    },
    async get(uri) {
      const skill = await find(uri);
      return skill && entryOf(skill);
    },
    async read(uri) {
      const skill = await find(uri);
      return skill && { text: skill.text, mimeType: 'text/markdown' };
    },
  };
}

const addressOf = ({ name }: SkillFile): string => `${SKILL_URI_PREFIX}${name}/${SKILL_FILE}`;

const entryOf = ({ name, text }: SkillFile): Promise<Skill> => skillEntry(name, { [SKILL_FILE]: text });

function placeOf(cursor: string): number {
  if (/^\d{1,6}$/.test(cursor)) return Number(cursor);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'cursor must be the nextCursor of the page before');
}

/**
 * Selects current procedures that everyone in the organisation may read. An agent follows a skill, so a private note of
 * another user must never become a skill.
 */
async function listSkills(host: ToolHost, principal: Principal): Promise<SkillFile[]> {
  const known = await proceduresOf(host, principal);
  const now = host.clock.now();
  const inForce = known.filter((memory) => memory.state === 'active' && holdsAt(memory, now));
  return skillsOf(interleaveByOwner(inForce), known);
}

/**
 * Orders procedures. First come procedures that feedback has proven useful, then one procedure of each writer in turn,
 * newest first, so that no writer fills the list.
 */
function interleaveByOwner(memories: readonly Procedure[]): Procedure[] {
  const newestFirst = memories.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const turns = new Map<string, number>();
  const placed = newestFirst.map((memory) => {
    const isProven = memory.strength > INITIAL_STRENGTH;
    const queue = `${isProven} ${memory.author ?? ''}`;
    const turn = turns.get(queue) ?? 0;
    turns.set(queue, turn + 1);
    return { memory, isProven, turn };
  });
  return placed
    .toSorted((one, other) => Number(other.isProven) - Number(one.isProven) || one.turn - other.turn)
    .map(({ memory }) => memory);
}

/**
 * Reads the procedures that everyone may read, including archived procedures, in the order in which they were stored.
 */
async function proceduresOf({ caller }: ToolHost, principal: Principal): Promise<Procedure[]> {
  const found: Procedure[] = [];
  for (let cursor: string | undefined; ;) {
    const filter = { stores: ['procedural' as const], includeArchived: true, order: 'stored' as const };
    const { items, nextCursor } = await caller.call('listMemories', principal, {
      query: { ...filter, limit: SKILLS_PER_PAGE, cursor },
    });
    found.push(...items.filter((memory) => isSeenByAll(memory.visibility)));
    if (nextCursor === null || found.length >= SKILL_MEMORIES_READ_MAX) return found.slice(0, SKILL_MEMORIES_READ_MAX);
    cursor = nextCursor;
  }
}
