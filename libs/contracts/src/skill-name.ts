/** Greatest length of a skill name in the Agent Skills format. */
const NAME_MAX = 64;

/** Makes the name of a skill from its title: a-z, 0-9 and single hyphens. Empty if the title is in another script. */
export const skillNameOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_MAX - '-12345678'.length)
    .replaceAll(/^-+|-+$/g, '');
