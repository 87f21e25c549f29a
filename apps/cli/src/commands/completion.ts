import { Argument, type Command } from 'commander';
import { completionScripts, shells, type Shell } from '../completion/scripts.ts';
import type { CliContext } from '../context/cli-context.ts';

export function addCompletion(program: Command, context: CliContext): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(shells))
    .description('Print a script that completes commands and options in a shell: bash, zsh or fish')
    .addHelpText('after', '\nIn the file that the shell reads at its start:\n' + usageLines)
    .action((shell: Shell) => void context.stdout.write(completionScripts[shell](program)));
}

const usageLines = `
  bash  ~/.bashrc                   source <({cairn completion bash})
  zsh   ~/.zshrc, below compinit    source <({cairn completion zsh})
  fish  ~/.config/fish/config.fish  {cairn completion fish} | source`;
