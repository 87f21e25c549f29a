// A separate entry point (`@cairn/backends/data-folder`), since the command line reads a data folder without starting a
// server on it.
export { backupFolder, inspectFolder, restoreFolder } from '@cairn/adapter-embedded';
