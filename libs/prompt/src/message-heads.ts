import { isTime, minuteOf, nameOf, namedSpeaker, speakerOf, type Spoken } from './header.ts';

/** Pause between two messages from which the time is shown again. */
const GAP_MS = 10 * 60_000;

/** Renders the beginnings of a list's messages: each omits the day, time, name and role that earlier ones have shown. */
export class MessageHeads {
  private readonly roles = new Map<string, string>();
  private readonly shortNames: ReadonlyMap<string, string>;
  private shown: { readonly ms: number; readonly day: string } | undefined;

  constructor(
    messages: readonly Spoken[],
    private readonly boundary: string,
  ) {
    this.shortNames = firstNames(messages.map(namedSpeaker).filter((name) => name !== undefined));
  }

  /** Renders a message up to its text. The first one after a heading always shows its time. */
  render(message: Spoken & { readonly isFound?: boolean | undefined }, isBehindHeading: boolean): string {
    if (isBehindHeading) this.shown = undefined;
    const time = this.timeOf(message);
    const sign = message.isFound ? '* ' : time === '' ? '> ' : '';
    return `${sign}${time === '' ? '' : `[${time}] `}${this.nameOf(message)}: `;
  }

  /** Full name with the role at the first message in that role, then the shortest unambiguous name. */
  private nameOf(message: Spoken): string {
    const who = namedSpeaker(message);
    if (who === undefined || this.roles.get(who) !== message.role) {
      if (who !== undefined) this.roles.set(who, message.role);
      return speakerOf(message, this.boundary);
    }
    return nameOf(this.shortNames.get(who) ?? who, this.boundary);
  }

  /** Time of a message; empty when little time has passed since the last one shown. */
  private timeOf(message: Spoken): string {
    const minute = minuteOf(message);
    const ms = isTime(message.timestamp) ? message.timestamp : undefined;
    const [last, day = ''] = [this.shown, minute.split(' ')[0]];
    if (ms !== undefined && last?.day === day && ms >= last.ms && ms - last.ms < GAP_MS) return '';
    this.shown = ms === undefined ? undefined : { ms, day };
    return last?.day === day ? minute.slice(day.length + 1) : minute;
  }
}

/** First word of each name, for names whose first word is unique. */
function firstNames(names: readonly string[]): Map<string, string> {
  const firstOf = (name: string) => name.trim().split(/\s+/)[0]!;
  const byFirst = Map.groupBy(new Set(names), (name) => firstOf(name).toLowerCase());
  return new Map(
    [...byFirst.values()].flatMap(([name, ...others]) =>
      others.length === 0 ? [[name!, firstOf(name!)] as const] : [],
    ),
  );
}
