type Home = { readonly home: string; readonly env: Readonly<Record<string, string | undefined>> };

/** Folder with the settings of the command line and of the hooks. */
export const cairnFolder = ({ env, home }: Home): string => `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/cairn`;

/** Path of the hooks' settings file. It contains a key, so only its owner may read it. */
export const hookConfigPath = (place: Home): string =>
  place.env['CAIRN_HOOK_CONFIG'] || `${cairnFolder(place)}/hooks.json`;

/**
 * Folder in which the hooks keep unsent messages, the position in each transcript up to which it was sent, and the outcomes of
 * their runs.
 */
export const hookStateFolder = ({ env, home }: Home): string =>
  `${env['XDG_STATE_HOME'] || `${home}/.local/state`}/cairn`;
