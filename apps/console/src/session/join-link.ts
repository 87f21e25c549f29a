const CODE = /^#(cairn_join_[\w-]+)$/;

/**
 * Code of the invitation in the link that led to this page. It follows the `#`, so that no request contains it, and is
 * removed from the address before anything else reads the address.
 */
export const codeOfLink = takeCode();

function takeCode(): string | undefined {
  const { hash, pathname } = location;
  const code = pathname.endsWith('/join') ? CODE.exec(hash)?.[1] : undefined;
  if (code !== undefined) history.replaceState(history.state, '', pathname);
  return code;
}
