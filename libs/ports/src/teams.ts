import type { OrgId, Principal, Team, TeamChange, TeamId, TeamRequest } from '@cairn/contracts';

/** Groups of people and agents. Who is in one reads what is stored for it, from the next question on. */
export abstract class Teams {
  abstract list(orgId: OrgId): Promise<Team[]>;
  /** `team/conflict` where another has the name; `principal/unknown` for a member that the organisation has not. */
  abstract create(author: Principal, team: TeamRequest): Promise<Team>;
  /** Nothing where the author's organisation has no such team. */
  abstract change(author: Principal, teamId: TeamId, change: TeamChange): Promise<Team | undefined>;
  /** False where there is none; `team/conflict` while something is stored for it, since nobody could read that. */
  abstract remove(author: Principal, teamId: TeamId): Promise<boolean>;
}
