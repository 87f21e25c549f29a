import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Category } from '@cairn/contracts';
import { z } from 'zod';

const Keys = z.array(z.string());

const TeamMemory = z.object({
  key: z.string(),
  title: z.string(),
  content: z.string(),
  category: z.string(),
  tags: Keys.optional(),
  channel: z.string(),
  by: z.string(),
  at: z.string(),
  sources: Keys.optional(),
  subject: z.string().optional(),
  attribute: z.string().optional(),
  supersedes: z.string().optional(),
  validTo: z.string().optional(),
});
export type TeamMemory = z.infer<typeof TeamMemory>;

const TeamMessage = z.object({
  key: z.string(),
  channel: z.string(),
  session: z.string(),
  sender: z.string(),
  role: z.enum(['user', 'assistant', 'system']),
  at: z.string(),
  text: z.string(),
});
export type TeamMessage = z.infer<typeof TeamMessage>;

/** Fictional team: its people, memories and messages. */
const Team = z.object({
  now: z.string(),
  people: z.array(z.object({ name: z.string(), role: z.string() })),
  memories: z.array(TeamMemory),
  messages: z.array(TeamMessage),
});
export type Team = z.infer<typeof Team>;

const questions = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    kind: z.string(),
    mode: z.string().optional(),
    expect: Keys,
    alsoFine: Keys.default([]),
    wrong: Keys.default([]),
  }),
);
const updates = z.array(
  z.object({ id: z.string(), text: z.string(), expect: z.string(), old: z.string().nullable(), decoys: Keys }),
);
const values = z.array(z.object({ id: z.string(), write: z.string(), ask: z.string() }));
const decisions = z.array(
  z.object({
    id: z.string(),
    question: z.string(),
    lead: z.string().nullable(),
    reasons: Keys.default([]),
    alternatives: Keys.default([]),
    consequences: Keys.default([]),
    reversed: Keys.default([]),
    misleading: Keys.default([]),
  }),
);
const topics = z.array(
  z.object({ id: z.string(), topic: z.string(), expect: Keys, open: Keys.default([]), notRelevant: Keys.default([]) }),
);
const briefings = z.array(
  z.object({
    id: z.string(),
    who: z.string(),
    channel: z.string(),
    must: Keys,
    mustNot: Keys,
    lastSession: z.string().nullable(),
  }),
);

/** Questions about the team's memory, in files of a held-out half or of the development half. */
const parts = { questions, updates, values, decisions, topics, briefings };
type Parts = { readonly [Name in keyof typeof parts]: z.infer<(typeof parts)[Name]> };
export type Question = Parts['questions'][number];
export type Decision = Parts['decisions'][number];
export type Topic = Parts['topics'][number];
export type BriefingAsked = Parts['briefings'][number];

export interface AnswersSet extends Parts {
  readonly team: Team;
}

const halves = ['dev', 'locked'] as const;
export type Half = (typeof halves)[number];

export function readAnswersSet(folder: string, half: Half): AnswersSet {
  const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'));
  const asked = Object.entries(parts).map(([name, shape]) => [name, shape.parse(read(half, `${name}.json`))] as const);
  return { team: Team.parse(read('team.json')), ...(Object.fromEntries(asked) as Parts) };
}

/** Category in the product; unknown categories become facts. */
export const categoryOf = ({ category }: TeamMemory): Category => Category.catch('fact').parse(category);
