import { z } from 'zod';
import { PrincipalId, TeamId } from './ids.ts';
import { limits } from './limits.ts';
import type { Routes } from './route.ts';
import { EpochMs, Name } from './vocabulary.ts';

/** A group of people and agents. Its current members read items of visibility `team:ID`. */
export const Team = z
  .object({
    teamId: TeamId,
    name: z.string(),
    createdAt: EpochMs,
    members: z.array(z.object({ principalId: PrincipalId, name: z.string() })),
  })
  .meta({ id: 'Team' });
export type Team = z.infer<typeof Team>;

export const TeamsResponse = z.object({ teams: z.array(Team) }).meta({ id: 'TeamsResponse' });
export type TeamsResponse = z.infer<typeof TeamsResponse>;

const Members = z.array(PrincipalId).max(limits.teamMembers.max);

export const TeamRequest = z
  .strictObject({
    name: Name.describe('How it is called; no other team of the organisation is called so'),
    members: Members.default([]).describe('Members'),
  })
  .meta({ id: 'TeamRequest' });
export type TeamRequest = z.infer<typeof TeamRequest>;

const changes = {
  name: Name.optional().describe('How it is called from now on'),
  add: Members.optional().describe('New members'),
  remove: Members.optional().describe('Members to remove'),
};
const changeNames = Object.keys(changes) as (keyof typeof changes)[];

export const TeamChange = z
  .strictObject(changes)
  .refine((change) => changeNames.some((name) => change[name] !== undefined), {
    message: `needs at least one of ${changeNames.join(', ')}`,
  })
  .meta({ id: 'TeamChange', anyOf: changeNames.map((name) => ({ required: [name] })) });
export type TeamChange = z.infer<typeof TeamChange>;

const RemoveTeamResponse = z.object({ teamId: TeamId, removed: z.literal(true) }).meta({ id: 'RemoveTeamResponse' });

const params = z.object({ id: TeamId });

export const teamRoutes = {
  listTeams: {
    method: 'GET',
    path: '/v1/teams',
    service: 'ingest',
    role: 'manager',
    summary: 'List the teams of the organisation with their members',
    output: TeamsResponse,
  },
  createTeam: {
    method: 'POST',
    path: '/v1/teams',
    service: 'ingest',
    role: 'admin',
    summary: 'Make a team',
    body: TeamRequest,
    errors: ['team/conflict', 'principal/unknown'],
    status: 201,
    output: Team,
  },
  changeTeam: {
    method: 'PUT',
    path: '/v1/teams/:id',
    service: 'ingest',
    role: 'admin',
    summary: 'Change the name or the members of a team; access changes within seconds',
    params,
    body: TeamChange,
    errors: ['team/unknown', 'team/conflict', 'principal/unknown'],
    output: Team,
  },
  removeTeam: {
    method: 'DELETE',
    path: '/v1/teams/:id',
    service: 'ingest',
    role: 'admin',
    summary: 'Remove a team for which nothing is stored',
    params,
    errors: ['team/unknown', 'team/conflict'],
    output: RemoveTeamResponse,
  },
} as const satisfies Routes;
