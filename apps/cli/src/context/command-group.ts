import { Command } from 'commander';

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

  /** Tells whether the options of this group are those of its own action, which its subcommands do not read. */
  get keepsItsOptions(): boolean {
    return this.hasOwnAction && this.commands.length > 0;
  }

  /** Makes a group list its subcommands if an unknown subcommand is called, and keep the options of its own action. */
  separateSubcommands(): void {
    if (this.commands.length === 0) return;
    // Unknown options are accepted here, so that the unknown subcommand is reported and not its options.
    this.allowExcessArguments().allowUnknownOption();
    if (this.hasOwnAction) this.hook('preSubcommand', (_, called) => this.refuseOptionsOf(called));
    else super.action(() => this.help({ error: true }));
    this.hook('preAction', (_, command) => {
      if (command === this && this.args.length > 0) this.refuse(this.args);
    });
  }

  private refuse(args: readonly string[]): never {
    const word = args.find((arg) => !arg.startsWith('-'));
    if (word === undefined) this.error(`error: unknown option '${args[0]}'`, { code: 'commander.unknownOption' });
    const names = this.commands.map((command) => command.name()).filter((name) => name !== 'help');
    const message = `error: ${this.name()} has no ${JSON.stringify(word)}; there are: ${names.join(', ')}`;
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
