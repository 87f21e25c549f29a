/** Why a record breaks its schema, in one line: `title: Too big: expected string to have <=500 characters`. */
export function reasonOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  return issues.map(({ path, message }) => `${path.map(String).join('.') || 'record'}: ${message}`).join('; ');
}
