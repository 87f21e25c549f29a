const PROJECT_CHARS_MAX = 300;

/** Name of the project that has this repository. */
export const projectOfRepository = (repository: string): string =>
  repository.trim().toLowerCase().slice(0, PROJECT_CHARS_MAX);
