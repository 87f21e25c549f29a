/** Roles, from the least to the most rights. */
export const roles = ['reader', 'writer', 'manager', 'admin'];
