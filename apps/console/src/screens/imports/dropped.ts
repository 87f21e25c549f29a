/** File that can be read in pieces; its name is its path below what was dropped. */
export interface DroppedFile {
  readonly name: string;
  readonly bytes: number;
  readonly open: () => ReadableStream<Uint8Array>;
}

/** A dropped file, or a folder with its files. A zip is one file; its reader unpacks it. */
export interface Dropped {
  readonly name: string;
  /** The file itself; absent for a folder. */
  readonly file?: File;
  readonly files: readonly DroppedFile[];
}

const FILES_MAX = 50_000;
/** Folders with files of others or of tools, which say nothing about the project. */
const FOREIGN_FOLDERS = new Set(['.git', 'node_modules', 'bower_components', 'vendor', 'third_party', 'dist']);

const droppedFile = (file: File, name: string): DroppedFile => ({
  name,
  bytes: file.size,
  open: () => file.stream(),
});

export const ofFiles = (files: readonly File[]): Dropped[] =>
  files.map((file) => ({ name: file.name, file, files: [droppedFile(file, file.name)] }));

/** Makes one folder of the files that a folder dialog returned. */
export function ofFolderDialog(files: readonly File[]): Dropped[] {
  const [root = ''] = files[0]?.webkitRelativePath.split('/') ?? [];
  const own = files
    .map((file) => droppedFile(file, file.webkitRelativePath.slice(root.length + 1)))
    .filter(({ name }) => !name.split('/').some((step) => FOREIGN_FOLDERS.has(step)));
  return own.length === 0 ? [] : [{ name: root, files: sorted(own) }];
}

/** Reads what was dropped on the page. Entries must be taken before the event ends, since the browser empties it then. */
export async function ofDrop({ items, files }: DataTransfer): Promise<Dropped[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const plain = ofFiles([...files].filter(({ name }) => !entries.some((one) => one.isDirectory && one.name === name)));
  const folders = entries.filter((entry) => entry.isDirectory) as FileSystemDirectoryEntry[];
  const read = folders.map(async (folder): Promise<Dropped> => {
    const found = await filesBelow(folder, '');
    return { name: folder.name, files: sorted(found) };
  });
  return [...plain, ...(await Promise.all(read))];
}

const sorted = (files: readonly DroppedFile[]) => files.toSorted((a, b) => (a.name < b.name ? -1 : 1));

async function filesBelow(folder: FileSystemDirectoryEntry, path: string): Promise<DroppedFile[]> {
  const found: DroppedFile[] = [];
  for (const entry of await entriesOf(folder)) {
    const name = path + entry.name;
    if (entry.isFile) found.push(droppedFile(await fileOf(entry as FileSystemFileEntry), name));
    else if (!FOREIGN_FOLDERS.has(entry.name))
      found.push(...(await filesBelow(entry as FileSystemDirectoryEntry, `${name}/`)));
    if (found.length > FILES_MAX) throw new Error(`The folder has more than ${FILES_MAX} files.`);
  }
  return found;
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** Lists a folder. A browser returns its entries in parts, and an empty part at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all;
    all.push(...part);
  }
}
