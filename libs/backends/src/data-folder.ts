// A part of its own (`@cairn/backends/data-folder`): the command line looks into a folder without opening it as a server does.
export {
  backupFolder,
  inspectFolder,
  restoreFolder,
  type BackupReport,
  type FolderFault,
  type RestoreReport,
} from '@cairn/adapter-embedded';
