/** Returns a path with slashes in place of backslashes, without slashes at its end. */
export const toSlashes = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=[^/])\/+$/u, '');

/** Matches home and root folders. A checkout there contains its owner's settings, not the projects in folders below it. */
const HOME_OR_ROOT_FOLDER =
  /^(?:|\/|[A-Za-z]:\/?|.*\/(?:home|Users)(?:\/[^/]+)?|[A-Za-z]:\/Users(?:\/[^/]+)?|\/root)$/u;

export const isAboveCheckouts = (path: string): boolean => HOME_OR_ROOT_FOLDER.test(toSlashes(path));
