// A separate entry point (`@cairn/backends/data-folder`): the command line reads a folder without opening it as a server does.
export { backupFolder, inspectFolder, restoreFolder } from '@cairn/adapter-embedded';
