// A part of its own (`@cairn/backends/data-folder`): the command line looks into a folder without opening it as a server does.
export { inspectFolder, type FolderFault } from '@cairn/adapter-embedded';
