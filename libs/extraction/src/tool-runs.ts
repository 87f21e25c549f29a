import type { ConversationMessage, Extracted, Quote } from './extracted.ts';
import { placeByKind } from './kinds.ts';

/** A command that an agent ran. */
interface Run {
  readonly command: string;
  /** First line of the command's error; undefined if the command did not fail. */
  readonly failure: string | undefined;
  readonly message: ConversationMessage;
  readonly quote: Quote;
}

/** Number of runs after a failure that are searched for a command that worked. */
const NEXT_RUNS_MAX = 8;
/** Estimated fraction of the lessons from such runs that are worth keeping. */
const CERTAINTY = 0.5;

/** Extracts a lesson from each command that failed, if another form of the command worked afterwards. */
export function lessonsOfRuns(messages: readonly ConversationMessage[]): Extracted[] {
  const runs = messages.flatMap(runsOf);
  return runs.flatMap((run, at) => {
    if (run.failure === undefined) return [];
    const next = runs.slice(at + 1, at + 1 + NEXT_RUNS_MAX).find((other) => isOtherForm(run, other));
    return next && next.failure === undefined ? [lessonOf(run, next)] : [];
  });
}

/** Whether two commands call the same program and differ. A repeated command teaches nothing for the next time. */
const isOtherForm = (one: Run, other: Run): boolean =>
  programOf(one.command) === programOf(other.command) && one.command !== other.command;

const WRAPPER = /^(?:sudo|time|env|npx|\w+=\S*) +/u;

/** Returns the program of a command, together with the subcommand if that is a word. */
function programOf(command: string): string {
  let rest = command.trim();
  while (WRAPPER.test(rest)) rest = rest.replace(WRAPPER, '');
  return /^\S+(?: [a-z][\w:-]*(?= |$))?/u.exec(rest)?.[0] ?? '';
}

function lessonOf(failed: Run, worked: Run): Extracted {
  const content = `\`${failed.command}\` failed: ${failed.failure!}\n\`${worked.command}\` worked`;
  return {
    ...{ kind: 'lesson', statement: content, content, ...placeByKind.lesson },
    subject: programOf(worked.command),
    quotes: [failed.quote, worked.quote],
    saidBy: { role: TOOL },
    certainty: CERTAINTY,
  };
}

const TOOL = 'tool';

/** Reads the commands of a message. These are its tool calls, or, in a message of a tool, the lines behind a prompt. */
function runsOf(message: ConversationMessage): Run[] {
  const { id, toolCalls = [], role, content } = message;
  const called = toolCalls
    .filter(({ act }) => act === 'run')
    .map(({ target, failed }): Run => ({
      command: target,
      failure: failed,
      message,
      quote: { messageId: id, start: 0, end: 0 },
    }));
  return role === TOOL ? [...called, ...runsIn(message, content.slice(0, READ_CHARS_MAX))] : called;
}

const READ_CHARS_MAX = 20_000;
const PROMPT_LINE = /^[$%❯] (?<command>\S[^\n]{0,300})$/gmu;
const FAILURE_LINE =
  /^.*(?:\b(?:error|fatal|failed|failure|denied|not found|timed out|refused)\b|Traceback|Exception|exit code [1-9]).*$/imu;
const FAILURE_CHARS_MAX = 200;

function runsIn(message: ConversationMessage, text: string): Run[] {
  const prompts = [...text.matchAll(PROMPT_LINE)];
  return prompts.map(({ index, 0: line, groups }, at) => {
    const output = text.slice(index + line.length, prompts[at + 1]?.index);
    const start = index + line.indexOf(groups!['command']!);
    return {
      command: groups!['command']!,
      failure: FAILURE_LINE.exec(output)?.[0].trim().slice(0, FAILURE_CHARS_MAX),
      message,
      quote: { messageId: message.id, start, end: index + line.length },
    };
  });
}
