import { Code } from '@mantine/core';
import { npxCommand } from 'virtual:routes';
import { useSession } from '../session/session.ts';

const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(location.hostname);

/**
 * Returns the beginning of a command of Cairn: on the machine of the server as its installation is called there, else
 * through npx, which reaches a server that the machine has joined.
 */
export function useProgram(): string {
  const { holder } = useSession();
  return (isLoopback && holder?.program) || npxCommand;
}

/** A command of Cairn for a terminal, such as `sync FOLDER`. */
export function CairnCommand({ children }: { children: string }) {
  return (
    <Code className="stored-name">
      {useProgram()} {children}
    </Code>
  );
}
