/** Name under which Cairn is on the npm registry; the plain name is taken. */
export const NPM_PACKAGE = '@cairn-memory/cairn';

/**
 * Command that a person runs on a machine without Cairn to accept an invitation and connect the clients there. The double quotes
 * work in every shell.
 */
export const joinCommand = (link: string): string => `npx --yes ${NPM_PACKAGE} join "${link}"`;
