import { stemWord } from '../languages/stem.ts';
import { isStopWord } from '../languages/stop-words.ts';

const splitWords = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Verb classes. Each class has its English verbs, subcommands, programs, functions and methods. A word may belong to
 * several classes.
 */
const VERB_SYNONYMS = `
change: write change edit modify alter update touch overwrite adjust rewrite patch amend set put configure tweak reformat fix bump
  manage maintain annotate label taint enable rebase reset restore revert cherry-pick am checkout switch migrate upgrade downgrade
  replace transition unmute tee chmod chown hand-edit visudo vi vim nano emacs crontab iptables nft ufw mkfs fdisk parted dd save
  finetune transform reload upsert out export-to
delete: delete remove drop destroy wipe purge erase clear truncate prune terminate kill uninstall discard unlink flush empty lose rm
  rmdir del clean flushall flushdb shred pkill killall rmi down rb dd mkfs delete-object deletemany deleteone cancel
create: create add make introduce insert generate append open register new define declare init mkdir touch insertone insertmany ln
  allocate branch tag clone mk mb
move: move rename relocate mv
run: run execute exec call invoke use start launch trigger fire issue eval script psql mysql mongosh mongo sqlite3 redis-cli
push: push
publish: publish release upload deploy ship roll submit promote distribute apply sync rollout deliver
commit: commit check-in stage add track
merge: merge squash
install: install reinstall
restart: restart reboot stop start shutdown recycle power halt rollout kill iisreset poweroff drain bounce
login: login ssh connect log-in attach telnet mstsc
send: send paste post mail email message text write tell notify share reply answer forward announce upload comment disclose leak
  sendmail sms ping call
import: import require include load
log: log print println output trace echo
read: read select query view look see get cat list show describe
grant: grant revoke authorise authorize
close: close resolve
scale: scale resize autoscale
copy: copy paste upload export cp rsync scp sftp robocopy dump download backup clone sync replicate restore
disable: disable silence suppress ignore skip bypass mute turn-off off suspend pause stop unsubscribe
add: add install require get`;

/** Subcommands, functions and verbs of cmdlets that change nothing. */
const lookingWords = new Set(
  splitWords(`get list ls show view status describe log logs diff inspect info version help explain search whoami history outdated plan blame
  shortlog reflog rev-parse ls-files ls-remote cat-file top events images ps why audit doctor port-forward checks check head tail stat
  print query find lookup test validate verify lint graph summary metadata preview can-i compare wait watch members tasks ping
  scan count pending dry-run fetch measure select format where sort tree env`),
);

/** Subcommands that name a kind of thing. The next word is the verb. */
const groupWords = new Set(splitWords('rollout stash remote worktree notes config context state bisect'));
export const isGroupWord = (word: string): boolean => groupWords.has(word);

/** Programs that only read. */
const READING_PROGRAMS = new Set(
  splitWords(`ls cat head tail less more grep egrep fgrep rg ag ack find fd wc diff cmp stat file du df ps top htop which type whereis echo
  printf date id whoami hostname uname dig nslookup host ping traceroute xxd hexdump od strings md5sum sha1sum sha256sum jq yq awk sort
  uniq cut tr tree pwd man printenv column cd true false test nvidia-smi lsof netstat ss free uptime history sed lsblk journalctl sleep
  export set source read basename dirname realpath seq tldr pg_dump mysqldump mongodump`),
);
export const isReader = (program: string): boolean => READING_PROGRAMS.has(program);
export const isLookingWord = (word: string): boolean => lookingWords.has(word);

/** Programs whose operands are patterns or text for people. */
const quotingPrograms = new Set(
  splitWords('grep egrep fgrep rg ag ack echo printf select-string write-host write-output write-error'),
);
export const isQuoting = (program: string): boolean => quotingPrograms.has(program);
export const isSearching = (program: string): boolean => isQuoting(program) && !/^(?:echo|printf|write-)/.test(program);

/** Programs whose operands name tasks and packages, not files. */
const TASK_RUNNERS = new Set(
  splitWords('make just task npm pnpm yarn gradle mvn rake cargo go pip brew apt apt-get docker kubectl systemctl'),
);
export const isTaskRunner = (program: string): boolean => TASK_RUNNERS.has(program);

/** Programs that a sentence may name without code marks. Everyday English words are left out. */
const TOOL_PROGRAMS = new Set(
  splitWords(`git gh glab docker podman kubectl helm terraform tofu terragrunt aws gcloud az npm npx pnpm yarn pip pip3 poetry uv cargo gem brew psql
  mysql mongosh redis-cli ssh scp rsync systemctl ansible ansible-playbook ansible-vault curl sudo doas pytest mypy eslint gradle mvn php
  dotnet rails flutter fastlane xcrun talosctl argocd flux dbt bq gsutil netlify vercel esptool robocopy iptables nft ffmpeg mkfs fdisk
  parted chmod chown tox nox deno bun nomad pulumi alembic prisma rm mv apt apt-get yum dnf pacman wget sed awk grep rg jq crontab make`),
);
export const isTool = (word: string): boolean => TOOL_PROGRAMS.has(word);

const classesByWord = new Map<string, Set<string>>();
for (const line of VERB_SYNONYMS.trim().split(/\n(?! )/)) {
  const [name = '', words = ''] = line.split(': ');
  for (const word of splitWords(words).flatMap((one) => [one, stemWord(one)]))
    classesByWord.set(word, (classesByWord.get(word) ?? new Set()).add(name));
}
const noClasses: ReadonlySet<string> = new Set();
/** The classes of a verb. Inflected forms have the classes of the base form. */
export const classesOf = (word: string): ReadonlySet<string> =>
  classesByWord.get(word) ?? classesByWord.get(stemWord(word)) ?? noClasses;
export const isVerb = (word: string): boolean => classesOf(word).size > 0;

/** Maps the stem of a synonym or abbreviation to its standard word: `prs` and `mr` to `pr`. */
const standardWordByStem = new Map(
  `ns namespace; prs pr; mr pr; db database; prod production; env environment; repo repository; k8s kubernetes; svc service; deps dependency; dep dependency; msg message;
  pwd password; passwd password; config configuration; cfg configuration; cert certificate; img image; pkg package; doc docs;
  documentation docs; auth authentication; tmp temporary; temp temporary; pub public; mail email; e-mail email;
  yml yaml; creds credential`
    .split(';')
    .map((pair) => splitWords(pair).map(stemWord) as [string, string]),
);
const canonicalStemOf = (word: string): string => standardWordByStem.get(stemWord(word)) ?? stemWord(word);

/** The stems of the words in a text and of the parts of its identifiers, without stop words. Synonyms have the same stem. */
export function stemsOf(text: string): string[] {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\b(?:pull|merge)[- ]requests?\b/g, 'pr')
    .match(/[\p{L}][\p{L}\p{N}]+/gu);
  return [...new Set((words ?? []).filter((word) => !isStopWord(word)).map(canonicalStemOf))];
}

const environmentByWord = new Map(
  `production: production prod prd live
staging: staging stage stg preprod
development: development dev
test: test testing qa uat
local: local localhost laptop workstation
ci: ci pipeline
sandbox: sandbox
preview: preview
demo: demo
lab: lab`
    .split('\n')
    .flatMap((line) => splitWords(line.replace(':', '')).map((word) => [word, line.split(':', 1)[0]!] as const)),
);
export const LOCAL_ENVIRONMENT = 'local';

/** Finds the environments that the words of a text or the parts of its identifiers name. */
export const environmentsIn = (text: string): string[] => [
  ...new Set((text.toLowerCase().match(/[a-z]+/g) ?? []).flatMap((word) => environmentByWord.get(word) ?? [])),
];
/**
 * The environment whose name is the whole text, apart from a leading `the`, `in` or `on`. Undefined for any other text.
 */
export const environmentNamed = (text: string): string | undefined =>
  environmentByWord.get(
    text
      .trim()
      .toLowerCase()
      .replace(/^(?:the|in|on)\s+/, ''),
  );

const parsePairs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(';').map((pair) => splitWords(pair) as [string, string]));
/** Maps short forms of subcommands and programs to their standard spelling. */
export const standardSpellingByWord = parsePairs(
  'i install; in install; un uninstall; remove rm; erase rm; del rm; ls list; pip3 pip; python3 python; py python; k kubectl; tf terraform',
);
/** Maps short options to long options, for the programs in which they have this meaning. */
export const longOptionByShort = parsePairs(
  '-f --force; -r --recursive; -R --recursive; -s --signoff; -g --global; -D --delete; -d --delete; -u --update',
);
const HAS_LONG_OPTIONS = new Set(splitWords('git rm mv cp ln chmod chown npm pnpm yarn docker pip brew gem'));
export const hasLongOptions = (program: string): boolean => HAS_LONG_OPTIONS.has(program);
