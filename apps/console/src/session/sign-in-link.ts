const NAME = 'key=';

/**
 * Key of a sign-in link that the server prints at its first start. It follows the `#`, so that no request carries it, and it is
 * removed from the address before anything else reads that.
 */
export const keyOfLink = takeKey();

function takeKey(): string | undefined {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(`#${NAME}`)) return undefined;
  history.replaceState(history.state, '', pathname + search);
  return decodeURIComponent(hash.slice(1 + NAME.length));
}
