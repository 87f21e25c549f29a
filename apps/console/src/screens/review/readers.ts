import { useSession } from '../../session/session.ts';

const words: Readonly<Record<string, string>> = {
  private: 'you alone',
  org: 'everyone',
  team: 'everyone',
  channel: 'everyone',
  peer: 'the peer of its channel',
};

/** Returns a function that says in words who reads a memory of some visibility. */
export function useReaders(): (visibility: string) => string {
  const { holder } = useSession();
  return (visibility) => {
    const team = holder?.teams?.find(({ teamId }) => visibility === `team:${teamId}`);
    return team ? `the team ${team.name}` : (words[visibility] ?? 'a team');
  };
}
