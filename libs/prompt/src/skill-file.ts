import { parse, stringify } from 'yaml';
import { skillNameOf, type RouteOutput } from '@cairn/contracts';
import { neutraliseLine, neutraliseText } from './neutralise.ts';

export type Procedure = RouteOutput<'listMemories'>['items'][number];

/** Agent Skill: a folder named `name`, which contains a SKILL.md with `text`. */
export interface Skill {
  readonly name: string;
  /** Description by which an agent decides whether it needs the skill. */
  readonly description: string;
  readonly text: string;
}

/** Maximum length of a description, in characters, in the format of Agent Skills. */
const DESCRIPTION_MAX = 1024;
/** Front matter key of exported files; its value is the id of the memory. */
const MEMORY_KEY = 'cairn-memory';
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

/**
 * Converts memories to skills. If several memories have the same name, the memory that was stored first keeps the name,
 * even if it is archived. For each other memory, the end of its id is appended to the name. `known` lists all stored
 * procedures, so that no memory gets the name of an archived one. The name of a forgotten memory is retired and never
 * used again.
 */
export function skillsOf(memories: readonly Procedure[], known: readonly Procedure[] = memories): Skill[] {
  const firstBySlug = new Map<string, string>();
  for (const { title, id } of [...known, ...memories]) {
    const first = firstBySlug.get(skillNameOf(title));
    if (first === undefined || id < first) firstBySlug.set(skillNameOf(title), id);
  }
  return memories.map((memory) => {
    const slug = skillNameOf(memory.title);
    const isFirst = firstBySlug.get(slug) === memory.id && !memory.nameRetired;
    const hasSlug = isFirst && slug !== '' && !ID_ENDING.test(slug);
    const name = hasSlug ? slug : nameWithId(slug, memory.id);
    const description = descriptionOf(memory);
    return { name, description, text: textOf({ name, description }, memory) };
  });
}

/** End of a title that looks like the end of an id, so that the title could equal a name with an appended id. */
const ID_ENDING = /(?:^|-)[0-9a-f]{8}$/;

const nameWithId = (slug: string, id: string): string => [...(slug ? [slug] : []), id.slice(-8)].join('-');

function descriptionOf({ title, actionTriggers = [] }: Procedure): string {
  const about = actionTriggers.length > 0 ? ` Use it before: ${actionTriggers.join(', ')}.` : '';
  // The format forbids angle brackets in a description, since it is put into prompts.
  return lineOf(`${title.trim().replace(/[.!?]?$/, (end) => end || '.')}${about}`)
    .replaceAll(/[<>‹]/g, '')
    .slice(0, DESCRIPTION_MAX)
    .toWellFormed();
}

/**
 * Text of a SKILL.md. Agents follow a skill literally, so names and texts are neutralised: they cannot hide anything or pass
 * for a turn.
 */
function textOf(face: Pick<Skill, 'name' | 'description'>, { id, title, content, version, author }: Procedure): string {
  const by = author === null ? {} : { author: lineOf(author) };
  const metadata = { [MEMORY_KEY]: id, version: String(version), ...by };
  return neutraliseText(
    `---\n${stringify({ ...face, metadata }, { lineWidth: 0 })}---\n\n# ${lineOf(title)}\n\n${content.trim()}\n`,
  );
}

const lineOf = (text: string): string => neutraliseText(neutraliseLine(text.replaceAll(/\s+/g, ' ')));

/** Tells whether a SKILL.md was exported from a memory, so that an export may replace or remove it. */
export function isExported(text: string): boolean {
  try {
    const front: unknown = parse(FRONT_MATTER.exec(text)?.[1] ?? '');
    return typeof (front as { metadata?: Record<string, unknown> } | null)?.metadata?.[MEMORY_KEY] === 'string';
  } catch {
    return false;
  }
}
