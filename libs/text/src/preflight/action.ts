import { isDocument, type Act } from './act.ts';
import { splitTrailingComment, splitLeadingComment } from './comments.ts';
import { actsOfCommand, requestOf } from './commands.ts';
import { readSqlActs } from './sql.ts';
import { codeAct, editAct, httpAct, sentenceAct } from './statements.ts';
import { environmentsIn, stemsOf } from './lexicon.ts';
import { readShell, type ShellCommand } from './shell.ts';

const actionKinds = ['shell', 'sql', 'http', 'edit', 'sentence'] as const;
type ActionKind = (typeof actionKinds)[number];

/** An action, split into its acts. */
export interface Action {
  readonly kind: ActionKind;
  readonly text: string;
  /** The text of the action without acts that only look, for the search of similar memories. */
  readonly summary: string;
  readonly acts: readonly Act[];
  /** The acts that may change more than documents for people. */
  readonly changing: readonly Act[];
  readonly comment: string;
  /** The stems of all acts and of the comment. */
  readonly stems: ReadonlySet<string>;
  /** The environments that the action names. */
  readonly environments: ReadonlySet<string>;
  /** Whether the action changes nothing, or only writes documents for people. */
  readonly isHarmless: boolean;
}

const PATH_TEXT =
  /((?:~|\.{0,2}|[A-Za-z]:)?(?:[\w.@#~-]*[/\\])+[\w.@#~*[\]-]+|[\w-]+(?:\.[\w-]+)*\.[a-z]{1,9}|\.[\w.-]+|\w*[Dd]ockerfile|[A-Z]\w*file)/;
const EDIT_TEXT = new RegExp(
  `^(edit|create|write|modify|change|update|patch|append to|add|delete|remove)\\s+(?:the\\s+)?(?:file\\s+)?[\`'"]?${PATH_TEXT.source}[\`'"]?(?:\\s*\\([^)]*\\))?(?=[\\s:,.]|$)[\\s:,]*`,
  'i',
);
const SQL_STATEMENT =
  /^(?:(?:sql|migration|query|run)[\w ]{0,20}:\s*)?((?:select|insert\s+into|update\s+\S+\s+set(?=\s+\S+\s*=)|delete\s+from|copy\s*\(?|create\s+(?:or\s+replace\s+)?(?:temporary\s+|unique\s+)?(?:table|index|view|materialized|database|schema|role|user)|alter\s+(?:table|index|database|schema|role|user|system)|drop\s+(?:table|index|view|database|schema|column|role|user)|truncate|grant|revoke|show|explain|merge\s+into|with\s+\w+\s+as)\b[^]*)$/i;
const HTTP_REQUEST = /^(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)\s+(\S*\/\S*)([^]*)$/;
const COMMAND_HEAD = /^[({!\s]*(?:\w+=\S*\s+)*(?:[.~$]{0,2}\/?)[a-z0-9_][\w.+/-]*(?:\s|$)/;
const CMDLET_NAME = /^[A-Z][a-z]+-[A-Z]\w+/;
const PROSE_WORDS =
  /(?<=\s)(?:the|a|an|is|are|was|were|my|our|in|on|of|but|so|and|that|for|this|it|has|have|with|from|not|to|all)(?=[\s,.]|$)/gi;
const PROSE_WORDS_MIN = 2;

/** Reads an action as a command, SQL, a request or an edit. Never fails: any other text is read as a sentence. */
export function readAction(given: string): Action {
  const whole = given.trim();
  const { code: text, comment: front } = splitLeadingComment(whole);
  const said = (behind = '') => [front, behind].filter(Boolean).join('\n');
  const { code, comment } = splitTrailingComment(text, 'shell');
  const http = HTTP_REQUEST.exec(code);
  if (http) return actionOf('http', whole, [httpAct(http[1]!, http[2]!, http[3]!)], said(comment));
  const sql = SQL_STATEMENT.exec(text);
  if (sql) return actionOf('sql', whole, readSqlActs(sql[1]!), said(splitTrailingComment(text, 'sql').comment));
  const edit = EDIT_TEXT.exec(text);
  if (edit) {
    const act = editAct(edit[1]!, edit[2]!.replaceAll('\\', '/'), text.slice(edit[0].length));
    return actionOf('edit', whole, [act], said());
  }
  if (CMDLET_NAME.test(code) || isCommand(code)) return actionOf('shell', whole, readShellActs(code), said(comment));
  return actionOf('sentence', whole, [sentenceAct(whole)], whole);
}

/** Whether a text is a command: it begins with a program in lower case and is not written in sentences. */
function isCommand(text: string): boolean {
  if (!COMMAND_HEAD.test(text)) return false;
  const bare = text.replace(/"[^"]*"|'[^']*'/g, ' ');
  return (bare.match(PROSE_WORDS)?.length ?? 0) < PROSE_WORDS_MIN && !/[a-z],\s+[a-z]+\s+[a-z]+\s+[a-z]+/.test(bare);
}

/** Reads the acts of a shell script, including the acts of scripts that it runs and the requests that it sends. */
export function readShellActs(script: string): Act[] {
  const acts = new Map<ShellCommand, Act>();
  return readShell(script).flatMap((command) => {
    const parent = command.parent && acts.get(command.parent);
    const [own, ...written] = actsOfCommand(command, parent);
    acts.set(command, own!);
    const around = { context: contextOf(command), parent: own };
    const request = requestOf(command);
    return [
      own!,
      ...written,
      ...(request ? [{ ...httpAct(request.method, request.url, request.body), ...around }] : []),
      ...command.scripts.flatMap(({ language, text }) => readScriptActs(language, text, around)),
    ];
  });
}

function readScriptActs(language: 'sql' | 'code', text: string, around: Pick<Act, 'context' | 'parent'>): Act[] {
  const own = text.replace(/^\s*\\(?=copy\b)/i, '');
  return language === 'sql' || SQL_STATEMENT.test(own) ? readSqlActs(own, around) : [codeAct(text, around)];
}

/** The context of a script: the words of the client program, which tell where the script runs. */
const contextOf = ({ context, parts }: ShellCommand): string[] => [
  ...context,
  ...parts.filter(({ isText }) => !isText).map(({ value }) => value),
];

function actionOf(kind: ActionKind, text: string, acts: readonly Act[], comment = ''): Action {
  const stems = new Set([...acts.flatMap((act) => [...act.stems]), ...stemsOf(comment)]);
  const own = acts.filter(({ isWrapper }) => !isWrapper);
  const doing = own.filter(({ effect }) => effect !== 'looks' && effect !== 'rehearses');
  const changing = doing.filter((act) => !isProse(act));
  const environments = new Set([...acts.flatMap((act) => act.environments), ...environmentsIn(comment)]);
  const said = doing.flatMap(({ words, content }) => [...words, content]).join(' ');
  return {
    ...{ kind, text, acts, changing, comment, stems, environments },
    summary: kind === 'shell' && doing.length > 0 ? [said, comment].join(' ').trim() : text,
    isHarmless: acts.length > 0 && changing.length === 0,
  };
}

const isProse = ({ kind, targets }: Act): boolean => kind === 'edit' && isDocument(targets[0]!.text);
