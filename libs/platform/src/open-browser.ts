import open from 'open';

interface BrowserEnvironment {
  readonly isTerminal: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Tells whether a person sits at this machine, that is, whether there is a terminal with a display, neither over ssh
 * nor in CI.
 */
export function hasBrowserAtHand({ isTerminal, platform, env }: BrowserEnvironment): boolean {
  if (!isTerminal || env['CI'] || env['SSH_CONNECTION'] || env['SSH_TTY']) return false;
  return platform === 'win32' || platform === 'darwin' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Opens the person's browser. If no browser starts, the person can still use the printed address. */
export async function openBrowser(address: string): Promise<void> {
  const browser = await open(address).catch(() => undefined);
  browser?.once('error', () => undefined);
}
