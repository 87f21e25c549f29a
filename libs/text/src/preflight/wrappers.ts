/** A program that runs the command after it, such as `sudo`. */
export interface Wrapper {
  /**
   * The number of operands between the program and the command, such as a host or a container. These operands tell
   * where the command runs.
   */
  readonly places: number;
  /** The options that take a value. */
  readonly valued: ReadonlySet<string>;
}

/** Wrappers, one per line: the words of the program, the number of operands before the command, and the options with a value. */
const WRAPPER_LINES = `
sudo 0 -u -g -p -C -h --user
doas 0 -u
env 0 -u -C
time 0 -f -o
nice 0 -n
nohup 0
timeout 1 -s -k
xargs 0 -n -I -P -L -d -s -a -E
parallel 0 -j
exec 0
command 0
builtin 0
watch 0 -n
stdbuf 0 -i -o -e
setsid 0
ionice 0 -c -n
caffeinate 0 -t -w
strace 0 -e -o -p
flock 1 -w -E
chroot 1
su 1
npx 0 -p --package
bunx 0
uvx 0
ssh 1 -p -i -l -o -F -J -L -R -D
docker exec 1 -u -e -w --user --env --workdir
docker run 1 -u -e -w -v -p --name --network --env --volume --user --workdir --entrypoint
docker compose exec 1 -u -e -w
docker compose run 1 -u -e -w
docker-compose exec 1 -u -e -w
podman exec 1 -u -e -w
podman run 1 -u -e -w -v -p --name
kubectl exec 1 -n -c --namespace --container --context
direnv exec 1
aws-vault exec 1
bundle exec 0
uv run 0 --with --project
poetry run 0
pipenv run 0
pnpm exec 0
pnpm dlx 0
yarn exec 0
yarn dlx 0
npm exec 0
python -m 0
python3 -m 0
py -m 0
mise exec 0
op run 0
doppler run 0`;

const wrapperByName = new Map<string, Wrapper>(
  WRAPPER_LINES.trim()
    .split('\n')
    .map((line) => {
      const [, name = '', places = '0', valued = ''] = /^(.*?) (\d)(?: (.*))?$/.exec(line)!;
      return [name, { places: Number(places), valued: new Set(valued.split(' ')) }];
    }),
);
const NAME_WORDS_MAX = 3;

/** Finds the wrapper with which a command begins. `size` is the number of words of its name. */
export function findWrapper(words: readonly string[]): { wrapper: Wrapper; size: number } | undefined {
  for (let size = Math.min(NAME_WORDS_MAX, words.length); size > 0; size--) {
    const wrapper = wrapperByName.get(words.slice(0, size).join(' '));
    if (wrapper) return { wrapper, size };
  }
  return undefined;
}

/** Programs that run a script from an option or from their input. */
const INTERPRETERS: readonly { readonly programs: RegExp; readonly option: RegExp; readonly language: Language }[] = [
  { programs: /^(?:ba|z|da|k|fi)?sh$/, option: /^-[a-z]*c$/, language: 'shell' },
  { programs: /^(?:su|flock|script)$/, option: /^-c$|^--command$/, language: 'shell' },
  { programs: /^(?:pwsh|powershell)(?:\.exe)?$/i, option: /^[-/]c(?:ommand)?$/i, language: 'shell' },
  { programs: /^cmd(?:\.exe)?$/i, option: /^\/[ck]$/i, language: 'shell' },
  { programs: /^nix(?:-shell)?$/, option: /^-c$|^--run$|^--command$/, language: 'shell' },
  { programs: /^(?:vagrant|gcloud|flox)$/, option: /^-c$|^--command$/, language: 'shell' },
  { programs: /^(?:psql|clickhouse(?:-client)?)$/, option: /^-c$|^-q$|^--command$|^--query$/, language: 'sql' },
  { programs: /^(?:mysql|mariadb|snowsql|sqlcmd)$/, option: /^-[eqQ]$|^--execute$|^--query$/, language: 'sql' },
  { programs: /^(?:sqlite3|duckdb|bq)$/, option: /^-c$/, language: 'sql' },
  { programs: /^(?:mongosh|mongo|redis-cli)$/, option: /^--eval$/, language: 'code' },
  { programs: /^(?:python\d?|node|ruby|perl|php|deno|bun)$/, option: /^-[a-z]*[ecr]$|^--eval$/, language: 'code' },
];
export type Language = 'shell' | 'sql' | 'code';
export const findInterpreter = (program: string) => INTERPRETERS.find(({ programs }) => programs.test(program));
