import type { GivenNorm } from './norm.ts';

/** Beginnings of equivalent commands, one group per line. A rule on one of them also applies to the others of its line. */
const equivalentCommands = `
docker | podman | nerdctl
docker compose | docker-compose | podman compose
terraform | tofu
kubectl | oc
mysql | mariadb
vim | vi | nvim | nano
reboot | shutdown -r | systemctl reboot
git push origin | git push upstream
git push --force origin | git push --force upstream
git push --delete origin | git push --delete upstream
chmod 777 | chmod 0777 | chmod 1777 | chmod a+rwx | chmod a+rwX | chmod ugo+rwx | chmod o+rwx | chmod o+rwX | chmod a+w | chmod o+w | chmod 666`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '));

/** Adds equivalent names to a norm, except for programs that its rule also names and so distinguishes. */
export function addSynonyms(norm: GivenNorm, told: string): GivenNorm {
  const programs = new Set(told.toLowerCase().split(/[^\w.-]+/));
  const others = norm.names?.flatMap((name) => synonymsOf(name).filter((other) => !isToldApart(name, other, programs)));
  return { ...norm, names: others && [...new Set([...norm.names!, ...others])] };
}

function isToldApart(name: string, other: string, programs: ReadonlySet<string>): boolean {
  const [own, program] = [name, other].map((one) => one.split(' ', 1)[0]!);
  return own !== program && programs.has(program!);
}

function synonymsOf(name: string): string[] {
  return equivalentCommands.flatMap((group) => {
    const own = group.find((one) => name === one || name.startsWith(`${one} `));
    return own === undefined ? [] : group.filter((one) => one !== own).map((one) => one + name.slice(own.length));
  });
}
