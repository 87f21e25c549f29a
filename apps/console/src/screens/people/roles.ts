import type { Role } from '@cairn/contracts';

/** Roles, from the least to the most rights. */
export const roles: readonly Role[] = ['reader', 'writer', 'manager', 'admin'];

/** The roles that somebody with this role may give. */
export const rolesUpTo = (role: Role): Role[] => roles.slice(0, roles.indexOf(role) + 1);

const abilities: Readonly<Record<Role, string>> = {
  reader: 'can search and read',
  writer: 'can search, read and write',
  manager: 'can also change what others wrote, and review',
  admin: 'can also manage people, keys and settings',
};

/** Verb phrase about the rights of a role, such as `can search and read`. */
export const abilityOf = (role: Role): string => abilities[role];
