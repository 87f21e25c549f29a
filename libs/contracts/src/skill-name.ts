/** What the format of Agent Skills allows. */
const NAME_MAX = 64;

/** The name of a skill by its title: a-z, 0-9 and single hyphens. Of a title in another script, nothing may be left. */
export const skillNameOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_MAX - '-12345678'.length)
    .replaceAll(/^-+|-+$/g, '');
