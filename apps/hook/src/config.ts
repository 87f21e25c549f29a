import { readFileSync } from 'node:fs';
import { hookConfigPath } from '@cairn/connect/places';

type Env = Readonly<Record<string, string | undefined>>;

/** Settings of the hooks: the server's address and key, and options of the team. */
export interface HookConfig {
  readonly url: string;
  readonly key: string;
  readonly channel?: string;
  readonly project?: string;
  /** True to block forbidden actions; false to only report them. */
  readonly block?: boolean;
  /** Visibility of saved transcripts; private by default. */
  readonly visibility?: 'private' | 'org';
}

/** Reads a client's settings in a home folder; environment variables override them. Undefined when no server is set. */
export function readHookConfig(env: Env, home: string, client: string): HookConfig | undefined {
  const file = settingsIn(hookConfigPath({ env, home }, client));
  const url = env['CAIRN_URL'] || textOf(file['url']);
  const key = env['CAIRN_KEY'] || textOf(file['key']);
  if (!url || !key || !URL.canParse(url)) return undefined;
  const channel = env['CAIRN_CHANNEL'] || textOf(file['channel']);
  const project = env['CAIRN_PROJECT'] || textOf(file['project']);
  return {
    url,
    key,
    ...(channel && { channel }),
    ...(project && { project }),
    block: file['block'] === true || env['CAIRN_HOOK_BLOCK'] === 'true',
    visibility: file['visibility'] === 'org' ? 'org' : 'private',
  };
}

function settingsIn(path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
