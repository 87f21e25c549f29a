/** Maximum length of a name in the format of Agent Skills. */
const NAME_MAX = 64;

/** Name of a skill made from its title: a-z, 0-9 and single hyphens. A title in another script may leave nothing. */
export const skillNameOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_MAX - '-12345678'.length)
    .replaceAll(/^-+|-+$/g, '');
