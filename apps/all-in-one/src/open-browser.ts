import open from 'open';

interface Surroundings {
  readonly isTerminal: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether a person sits before this machine: a terminal with a display, not over ssh, and no CI. */
export function hasBrowserAtHand({ isTerminal, platform, env }: Surroundings): boolean {
  if (!isTerminal || env['CI'] || env['SSH_CONNECTION'] || env['SSH_TTY']) return false;
  return platform === 'win32' || platform === 'darwin' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Opens the person's browser. Where none starts, the printed address does. */
export async function openBrowser(address: string): Promise<void> {
  const browser = await open(address).catch(() => undefined);
  browser?.once('error', () => undefined);
}
