type Home = { readonly home: string; readonly env: Readonly<Record<string, string | undefined>> };

/** Folder with the settings of the command line and of the hooks. */
export const cairnFolder = ({ env, home }: Home): string => `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/cairn`;

/**
 * Path of the settings file of a client's hooks. Each client is an agent with a key of its own, so only the file's owner may
 * read it.
 */
export const hookConfigPath = (place: Home, client: string): string =>
  place.env['CAIRN_HOOK_CONFIG'] ||
  `${cairnFolder(place)}/${client === DEFAULT_HOOK_CLIENT ? 'hooks' : `hooks-${client}`}.json`;

/** Client whose forms the hook program uses without the option `--client`. */
export const DEFAULT_HOOK_CLIENT = 'claude-code';

/**
 * Folder in which the hooks keep unsent messages, the position in each transcript up to which it was sent, and the outcomes of
 * their runs.
 */
export const hookStateFolder = ({ env, home }: Home): string =>
  `${env['XDG_STATE_HOME'] || `${home}/.local/state`}/cairn`;
