// A separate entry point (`@cairn/backends/data-folder`): the command line reads a folder without opening it as a server does.
export {
  backupFolder,
  inspectFolder,
  restoreFolder,
  type BackupReport,
  type FolderFault,
  type RestoreReport,
} from '@cairn/adapter-embedded';
