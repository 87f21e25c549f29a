type Home = { readonly home: string; readonly env: Readonly<Record<string, string | undefined>> };

/** Where a home keeps what the command line and the hooks were told. */
export const cairnFolder = ({ env, home }: Home): string => `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/cairn`;

/** The settings of the hooks. The file holds a key, so that only its owner may read it. */
export const hookConfigPath = (place: Home): string =>
  place.env['CAIRN_HOOK_CONFIG'] || `${cairnFolder(place)}/hooks.json`;

/** Where the hooks keep what they could not send, how far each transcript was sent, and how their runs ended. */
export const hookStateFolder = ({ env, home }: Home): string =>
  `${env['XDG_STATE_HOME'] || `${home}/.local/state`}/cairn`;
