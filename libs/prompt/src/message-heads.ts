import { isTime, minuteOf, nameOf, namedSpeaker, speakerOf, type SpokenMessage } from './header.ts';

/** Time in ms since the previous message from which on a message shows its time again. */
const NEW_HEAD_GAP_MS = 10 * 60_000;

/**
 * Renders the beginnings of messages in a list. Each beginning omits the day, time, name and role that earlier messages have
 * shown.
 */
export class MessageHeads {
  private readonly roles = new Map<string, string>();
  private readonly shortNames: ReadonlyMap<string, string>;
  private readonly boundary: string;
  private shown: { readonly ms: number; readonly day: string } | undefined;

  constructor(messages: readonly SpokenMessage[], boundary: string) {
    this.boundary = boundary;
    this.shortNames = firstNames(messages.map(namedSpeaker).filter((name) => name !== undefined));
  }

  /** Renders the beginning of a message, before its text. The first message after a heading always shows its time. */
  render(message: SpokenMessage & { readonly isFound?: boolean | undefined }, isBehindHeading: boolean): string {
    if (isBehindHeading) this.shown = undefined;
    const time = this.timeOf(message);
    const sign = message.isFound ? '* ' : time === '' ? '> ' : '';
    return `${sign}${time === '' ? '' : `[${time}] `}${this.nameOf(message)}: `;
  }

  /**
   * For a speaker's first message in a role: the full name with the role. After that: the shortest unambiguous name.
   */
  private nameOf(message: SpokenMessage): string {
    const who = namedSpeaker(message);
    if (who === undefined || this.roles.get(who) !== message.role) {
      if (who !== undefined) this.roles.set(who, message.role);
      return speakerOf(message, this.boundary);
    }
    return nameOf(this.shortNames.get(who) ?? who, this.boundary);
  }

  /** Time of a message; empty if less than `NEW_HEAD_GAP_MS` has passed since the last message that showed its time. */
  private timeOf(message: SpokenMessage): string {
    const minute = minuteOf(message);
    const ms = isTime(message.timestamp) ? message.timestamp : undefined;
    const [last, day = ''] = [this.shown, minute.split(' ')[0]];
    if (ms !== undefined && last?.day === day && ms >= last.ms && ms - last.ms < NEW_HEAD_GAP_MS) return '';
    this.shown = ms === undefined ? undefined : { ms, day };
    return last?.day === day ? minute.slice(day.length + 1) : minute;
  }
}

/** Maps each name whose first word is unique to this first word. */
function firstNames(names: readonly string[]): Map<string, string> {
  const firstOf = (name: string) => name.trim().split(/\s+/)[0]!;
  const byFirst = Map.groupBy(new Set(names), (name) => firstOf(name).toLowerCase());
  return new Map(
    [...byFirst.values()].flatMap(([name, ...others]) =>
      others.length === 0 ? [[name!, firstOf(name!)] as const] : [],
    ),
  );
}
