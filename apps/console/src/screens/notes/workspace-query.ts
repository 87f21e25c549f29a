/** Query parameters that name a workspace; none for the default one. */
export const workspaceQuery = (workspace: string | undefined): { readonly workspace?: string } =>
  workspace ? { workspace } : {};
