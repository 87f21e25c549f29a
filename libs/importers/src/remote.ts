/** Matches the path of a URL with a scheme, after its host, user, password and port. */
const URL_PATH = /^[a-z][a-z\d+.-]*:\/\/[^/]*\/(?<path>.*)$/iu;
/**
 * Matches the path of a remote in the form of scp, `git@host:acme/billing.git`. A host has at least two letters, while
 * the drive of a Windows path has one.
 */
const SCP_PATH = /^(?:[^@/\\]+@)?[^:/\\@]{2,}:(?!\/\/)(?<path>.*)$/u;

/**
 * Extracts `owner/name`, or `name` alone, from the URL of a repository's remote. The host, the port, the user and any
 * secret in the URL are left out.
 */
export function repositoryAt(url: string): string | undefined {
  const remote = url.trim().replace(/[?#].*$/su, '');
  const path = (URL_PATH.exec(remote) ?? SCP_PATH.exec(remote))?.groups?.['path'] ?? (isUrl(remote) ? '' : remote);
  const parts = path.split(/[\\/]/u).filter((part) => part !== '' && part !== '.git');
  const name = parts
    .slice(-2)
    .join('/')
    .replace(/\.git$/u, '');
  return /^\S*[\p{L}\p{N}]\S*$/u.test(name) ? name : undefined;
}

const isUrl = (remote: string): boolean => remote.includes('://');
