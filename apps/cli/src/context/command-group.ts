import { Command, type HelpContext } from 'commander';
import { closest, distance } from 'fastest-levenshtein';

/** Command that knows whether it has an action itself. A group without an action only contains subcommands. */
export class CairnCommand extends Command {
  private hasOwnAction = false;

  override createCommand(name?: string): CairnCommand {
    return new CairnCommand(name);
  }

  override action(...args: Parameters<Command['action']>): this {
    this.hasOwnAction = true;
    return super.action(...args);
  }

  /** Shows the help on stdout and ends with 0, also where no subcommand was named. Refuses `help` with an unknown name. */
  override help(context?: HelpContext | ((text: string) => string)): never {
    const [, name] = this.args;
    if (typeof context === 'object' && context.error && name !== undefined) this.refuse([name]);
    return super.help();
  }

  /** Tells whether the options of this group are those of its own action, which its subcommands do not read. */
  get keepsItsOptions(): boolean {
    return this.hasOwnAction && this.commands.length > 0;
  }

  /** Makes a group list its subcommands if an unknown subcommand is called, and keep the options of its own action. */
  separateSubcommands(): void {
    if (this.commands.length === 0) return;
    if (!this.hasOwnAction) super.action(() => this.help());
    else this.hook('preSubcommand', (_, called) => this.refuseOptionsOf(called));
    if (this.registeredArguments.length > 0) return;
    // Unknown options are accepted here, so that the unknown subcommand is reported and not its options.
    this.allowExcessArguments().allowUnknownOption();
    this.hook('preAction', (_, command) => {
      if (command === this && this.args.length > 0) this.refuse(this.args);
    });
  }

  private refuse(args: readonly string[]): never {
    const word = args.find((arg) => !arg.startsWith('-'));
    if (word === undefined) this.error(`error: unknown option '${args[0]}'`, { code: 'commander.unknownOption' });
    const names = this.commands.map((command) => command.name()).filter((name) => name !== 'help');
    const message = `error: ${this.name()} has no ${JSON.stringify(word)}; there are: ${names.join(', ')}${suggestionFor(word, names)}`;
    this.error(message, { code: 'commander.unknownCommand' });
  }

  /** Refuses an option of this group that the called subcommand does not have. */
  private refuseOptionsOf(called: Command): void {
    const strange = this.options.find(
      (option) =>
        this.getOptionValueSource(option.attributeName()) === 'cli' &&
        !called.options.some(({ long }) => long === option.long),
    );
    if (strange)
      this.error(`error: ${this.name()} ${called.name()} has no option '${strange.long}'`, {
        code: 'commander.unknownOption',
      });
  }
}

/** Longest way in edits from a typed word to the name that is suggested for it. */
const EDITS_MAX = 3;

function suggestionFor(word: string, names: readonly string[]): string {
  const name = closest(word, names);
  const edits = distance(word, name);
  return edits <= EDITS_MAX && edits < name.length / 2 ? `\n(Did you mean ${name}?)` : '';
}
