import { isTime, minuteOf, nameOf, namedSpeaker, saidBy, type Spoken } from './header.ts';

/** So much time between two messages is told. */
const GAP_MS = 10 * 60_000;

/** Tells the messages of a list one after the other: of day, time, name and role, each says what those before it have not. */
export class Telling {
  private readonly roles = new Map<string, string>();
  private readonly shortNames: ReadonlyMap<string, string>;
  private shown: { readonly ms: number; readonly day: string } | undefined;

  constructor(
    messages: readonly Spoken[],
    private readonly boundary: string,
  ) {
    this.shortNames = firstNames(messages.map(namedSpeaker).filter((name) => name !== undefined));
  }

  /** A message up to its text. Behind a heading it says when. */
  said(message: Spoken & { readonly isFound?: boolean | undefined }, isBehindHeading: boolean): string {
    if (isBehindHeading) this.shown = undefined;
    const time = this.timeOf(message);
    const sign = message.isFound ? '* ' : time === '' ? '> ' : '';
    return `${sign}${time === '' ? '' : `[${time}] `}${this.nameOf(message)}: `;
  }

  /** Whole with the role where somebody begins to speak in it, then as short as nobody else is called. */
  private nameOf(message: Spoken): string {
    const who = namedSpeaker(message);
    if (who === undefined || this.roles.get(who) !== message.role) {
      if (who !== undefined) this.roles.set(who, message.role);
      return saidBy(message, this.boundary);
    }
    return nameOf(this.shortNames.get(who) ?? who, this.boundary);
  }

  /** Empty where little time has passed since the one that was shown. */
  private timeOf(message: Spoken): string {
    const minute = minuteOf(message);
    const ms = isTime(message.timestamp) ? message.timestamp : undefined;
    const [last, day = ''] = [this.shown, minute.split(' ')[0]];
    if (ms !== undefined && last?.day === day && ms >= last.ms && ms - last.ms < GAP_MS) return '';
    this.shown = ms === undefined ? undefined : { ms, day };
    return last?.day === day ? minute.slice(day.length + 1) : minute;
  }
}

/** The first word of each name that no other one begins with. */
function firstNames(names: readonly string[]): Map<string, string> {
  const firstOf = (name: string) => name.trim().split(/\s+/)[0]!;
  const byFirst = Map.groupBy(new Set(names), (name) => firstOf(name).toLowerCase());
  return new Map(
    [...byFirst.values()].flatMap(([name, ...others]) =>
      others.length === 0 ? [[name!, firstOf(name!)] as const] : [],
    ),
  );
}
