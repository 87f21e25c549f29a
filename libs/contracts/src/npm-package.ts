/** Scope of our packages on the npm registry, where the plain name is taken. */
export const NPM_SCOPE = '@cairn-memory';

/** Package with the server, the command line, the hook and the console. Its program is `cairn`. */
export const NPM_PACKAGE = `${NPM_SCOPE}/cairn`;

/** Beginning of a command of Cairn on a machine that has Node alone. */
export const NPX_COMMAND = `npx --yes ${NPM_PACKAGE}`;

/**
 * Command that a person runs on a machine without Cairn to accept an invitation and connect the clients there. The double quotes
 * work in every shell.
 */
export const joinCommand = (link: string): string => `${NPX_COMMAND} join "${link}"`;
