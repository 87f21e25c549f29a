import { parse, stringify } from 'yaml';
import { skillNameOf, type RouteOutput } from '@cairn/contracts';
import { neutraliseLine, neutraliseText } from './neutralise.ts';

export type Procedure = RouteOutput<'listMemories'>['items'][number];

/** Agent Skill: a folder with this name and a SKILL.md with this text. */
export interface Skill {
  readonly name: string;
  /** Description by which an agent decides whether it needs the skill. */
  readonly description: string;
  readonly text: string;
}

/** Maximum length in the format of Agent Skills. */
const DESCRIPTION_MAX = 1024;
/** Front matter key that marks a file as exported, with the id of its memory. */
const MEMORY = 'cairn-memory';
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

/**
 * Converts memories to skills. Of memories with equal names, the one stored first keeps the name, even when archived; each other gets
 * the end of its id appended. `known` has all procedures that ever had a name, so an archived one passes its name to nobody;
 * a forgotten one has retired it.
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
    const hasSlug = isFirst && slug !== '' && !LIKE_ID.test(slug);
    const name = hasSlug ? slug : nameWithId(slug, memory.id);
    const description = descriptionOf(memory);
    return { name, description, text: textOf({ name, description }, memory) };
  });
}

/** Titles with this ending could collide with a name that another memory gets by its id. */
const LIKE_ID = /(?:^|-)[0-9a-f]{8}$/;

const nameWithId = (slug: string, id: string): string => [...(slug ? [slug] : []), id.slice(-8)].join('-');

function descriptionOf({ title, actionTriggers = [] }: Procedure): string {
  const about = actionTriggers.length > 0 ? ` Use it before: ${actionTriggers.join(', ')}.` : '';
  // The format forbids angle brackets in a description, since it is put into prompts.
  return lineOf(`${title.trim().replace(/[.!?]?$/, (end) => end || '.')}${about}`)
    .replaceAll(/[<>‹]/g, '')
    .slice(0, DESCRIPTION_MAX)
    .toWellFormed();
}

/** Agents follow a skill literally, so its names and texts are neutralised: none can hide anything or pass for a turn. */
function textOf(face: Pick<Skill, 'name' | 'description'>, { id, title, content, version, author }: Procedure): string {
  const by = author === null ? {} : { author: lineOf(author) };
  const metadata = { [MEMORY]: id, version: String(version), ...by };
  return neutraliseText(
    `---\n${stringify({ ...face, metadata }, { lineWidth: 0 })}---\n\n# ${lineOf(title)}\n\n${content.trim()}\n`,
  );
}

const lineOf = (text: string): string => neutraliseText(neutraliseLine(text.replaceAll(/\s+/g, ' ')));

/** Tells whether a SKILL.md was exported from a memory, and so may be replaced or removed. */
export function isExported(text: string): boolean {
  try {
    const front: unknown = parse(FRONT_MATTER.exec(text)?.[1] ?? '');
    return typeof (front as { metadata?: Record<string, unknown> } | null)?.metadata?.[MEMORY] === 'string';
  } catch {
    return false;
  }
}
