const NAME = 'key=';

/**
 * The key of a link that signs in at once, which the server prints at its first start. It stands behind the `#`, so that no
 * request carries it, and is taken out of the address before anything else reads that.
 */
export const keyOfLink = takeKey();

function takeKey(): string | undefined {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(`#${NAME}`)) return undefined;
  history.replaceState(history.state, '', pathname + search);
  return decodeURIComponent(hash.slice(1 + NAME.length));
}
