import type { ShellCommand } from './shell.ts';

const READERS = new Set(
  (
    'ls cat head tail less more grep egrep fgrep rg ag ack find fd wc diff cmp stat file du df ps top htop which type whereis ' +
    'echo printf date id whoami hostname uname dig nslookup host ping traceroute xxd hexdump od strings md5sum sha1sum sha256sum ' +
    'jq yq awk sort uniq cut tr tree pwd man env printenv column cd true false test nvidia-smi lsof netstat ss free uptime history'
  ).split(' '),
);

/** Second words that only look, whatever the tool. */
const LOOKING_VERBS = new Set(
  (
    'get list ls show view status describe log logs diff inspect info version help explain search whoami history outdated plan ' +
    'blame shortlog reflog rev-parse ls-files ls-remote cat-file top events images ps why audit doctor port-forward checks'
  ).split(' '),
);
const LOOKING_FLAG = /^(?:--version|--help|--list|--dry-run(?:=(?:client|server|true))?|--check|--noop|--what-if)$/;
const REHEARSAL = /^(?:--version|--help|--dry-run(?:=(?:client|server|true))?|--noop|--what-if)$/;
const WRITING_FLAG = /^(?:-i|-delete|-exec|-execdir|--in-place|-D|--delete|--edit)$/;
/** Options that make a request one that sends something. */
const SENDS = /^(?:-X|--request|-d|--data|-F|--form|-T|--upload-file|--json|--post)/;
const VERBS_LOOKED_AT = 2;

/** Whether a command leaves everything as it is. What is not known to only look, acts. */
export function onlyLooks({ words, writes }: ShellCommand): boolean {
  if (writes.some((file) => !file.startsWith('/dev/'))) return false;
  const [program = '', ...args] = words;
  if (args.some((arg) => LOOKING_FLAG.test(arg))) return true;
  if (args.some((arg) => WRITING_FLAG.test(arg))) return false;
  if (/^(?:curl|wget)$/.test(program)) return !args.some((arg) => SENDS.test(arg));
  if (READERS.has(program.slice(program.lastIndexOf('/') + 1))) return true;
  const verbs = args.filter((arg) => !arg.startsWith('-')).slice(0, VERBS_LOOKED_AT);
  return verbs.some((verb) => LOOKING_VERBS.has(verb));
}

/** A dry run, or a question for help or the version: it does nothing of what it names. */
export const isRehearsal = ({ words }: ShellCommand): boolean => words.slice(1).some((word) => REHEARSAL.test(word));

const SQL_READ = /^(?:select|show|explain|describe|desc|values|table)\b/i;

export const sqlOnlyLooks = (statements: readonly string[]): boolean =>
  statements.every(
    (statement) => SQL_READ.test(statement) && !/\binto\s+(?:outfile|table|\w+\s+from)\b/i.test(statement),
  );

const DOCUMENT = /\.(?:md|mdx|rst|txt|adoc)$/i;
const TEST_FILE = /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)/i;
const HIDDEN_FOLDER = /(?:^|\/)\.[a-z]/i;

/** Prose for people. What a tool reads from a hidden folder is no document. */
export const isDocument = (path: string): boolean => DOCUMENT.test(path) && !HIDDEN_FOLDER.test(path);
export const isTestFile = (path: string): boolean => TEST_FILE.test(path);
