interface InProject {
  /** Project of an item; absent or null means that the item applies to every project. */
  readonly project?: string | null | undefined;
}

/** Tells whether an item belongs to the project of a call. */
export const isOfProject = ({ project }: InProject, asked: string | undefined): boolean =>
  asked !== undefined && project === asked;

/**
 * Tells whether an item belongs to another project than the call, so that its rules do not bind there. Without a project of the
 * item or of the call, it does not.
 */
export const isOfOtherProject = ({ project = null }: InProject, asked: string | undefined): boolean =>
  asked !== undefined && project !== null && project !== asked;
