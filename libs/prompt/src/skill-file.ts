import { parse, stringify } from 'yaml';
import { skillNameOf, type RouteOutput } from '@cairn/contracts';
import { neutraliseLine, neutraliseText } from './neutralise.ts';

export type Procedure = RouteOutput<'listMemories'>['items'][number];

/** One Agent Skill: a folder of this name with a SKILL.md of this text. */
export interface Skill {
  readonly name: string;
  /** What an agent reads to know when it needs the skill. */
  readonly description: string;
  readonly text: string;
}

/** What the format of Agent Skills allows. */
const DESCRIPTION_MAX = 1024;
/** In the front matter, it says that a file is ours to replace, and of which memory it was made. */
const MEMORY = 'cairn-memory';
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

/**
 * Each memory as a skill. Of those that share a name, the one stored first has it, archived or not, and keeps it; each other has
 * the end of its id behind it. `known` are all procedures that ever had a name, so that one that is put away hands its own to nobody;
 * one that was forgotten has retired it.
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

/** A title that ends so would take the name that another memory has by its id. */
const LIKE_ID = /(?:^|-)[0-9a-f]{8}$/;

const nameWithId = (slug: string, id: string): string => [...(slug ? [slug] : []), id.slice(-8)].join('-');

function descriptionOf({ title, actionTriggers = [] }: Procedure): string {
  const about = actionTriggers.length > 0 ? ` Use it before: ${actionTriggers.join(', ')}.` : '';
  // The format has no angle brackets in a description, since it is put into prompts.
  return lineOf(`${title.trim().replace(/[.!?]?$/, (end) => end || '.')}${about}`)
    .replaceAll(/[<>‹]/g, '')
    .slice(0, DESCRIPTION_MAX)
    .toWellFormed();
}

/** An agent follows a skill as it stands, so that no name and no text of it hides anything or passes for a turn. */
function textOf(face: Pick<Skill, 'name' | 'description'>, { id, title, content, version, author }: Procedure): string {
  const by = author === null ? {} : { author: lineOf(author) };
  const metadata = { [MEMORY]: id, version: String(version), ...by };
  return neutraliseText(
    `---\n${stringify({ ...face, metadata }, { lineWidth: 0 })}---\n\n# ${lineOf(title)}\n\n${content.trim()}\n`,
  );
}

const lineOf = (text: string): string => neutraliseText(neutraliseLine(text.replaceAll(/\s+/g, ' ')));

/** Whether a SKILL.md was exported from a memory, and so may be replaced or removed. */
export function isExported(text: string): boolean {
  try {
    const front: unknown = parse(FRONT_MATTER.exec(text)?.[1] ?? '');
    return typeof (front as { metadata?: Record<string, unknown> } | null)?.metadata?.[MEMORY] === 'string';
  } catch {
    return false;
  }
}
