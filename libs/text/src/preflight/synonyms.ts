import type { GivenNorm } from './norm.ts';

/**
 * Beginnings of equivalent commands, one group per line. A rule on one command also applies to all commands on the same
 * line.
 */
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

/**
 * Adds equivalent names to a norm. An equivalent is left out if the rule also names its distinguishing word, such as
 * `podman` or `upstream`, since the rule then means the two commands separately.
 */
export function addSynonyms(norm: GivenNorm, told: string): GivenNorm {
  const named = new Set(told.toLowerCase().split(/[^\w.-]+/));
  const others = norm.names?.flatMap((name) => synonymsOf(name).filter((other) => !named.has(ownWordOf(other, name))));
  return { ...norm, names: others && [...new Set([...norm.names!, ...others])] };
}

/** The first word of a command that the equivalent command lacks. If there is none, the program of the command. */
function ownWordOf(command: string, equivalent: string): string {
  const [words, known] = [command.split(' '), equivalent.split(' ')];
  return words.find((word) => !known.includes(word)) ?? words[0]!;
}

function synonymsOf(name: string): string[] {
  return equivalentCommands.flatMap((group) => {
    const own = group.find((one) => name === one || name.startsWith(`${one} `));
    return own === undefined ? [] : group.filter((one) => one !== own).map((one) => one + name.slice(own.length));
  });
}
