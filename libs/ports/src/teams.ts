import type { OrgId, Team, TeamChange, TeamId, TeamRequest } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** Teams of people and agents. A member reads items of the team from the next call on. */
export abstract class Teams {
  abstract list(orgId: OrgId): Promise<Team[]>;
  /** Throws `team/conflict` if another team has the name; `principal/unknown` for a member that the organisation does not have. */
  abstract create(author: Principal, team: TeamRequest): Promise<Team>;
  /** Returns undefined if the author's organisation has no such team. */
  abstract change(author: Principal, teamId: TeamId, change: TeamChange): Promise<Team | undefined>;
  /** Returns false if there is none; throws `team/conflict` while items are stored for the team, since nobody could read them. */
  abstract remove(author: Principal, teamId: TeamId): Promise<boolean>;
}
