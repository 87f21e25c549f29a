const NAME = 'key=';

/**
 * Key in the sign-in link that the server prints at its first start. The key follows the `#`, so that no request
 * contains it. The key is removed from the address before anything else reads the address.
 */
export const keyOfLink = takeKey();

function takeKey(): string | undefined {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(`#${NAME}`)) return undefined;
  history.replaceState(history.state, '', pathname + search);
  return decodeURIComponent(hash.slice(1 + NAME.length));
}
