import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { toast } from '../parts/toast.tsx';
import { DropZone } from './imports/drop-zone.tsx';
import type { Dropped } from './imports/dropped.ts';
import { FileProgress } from './imports/file-progress.tsx';
import { Gallery } from './imports/gallery.tsx';
import type { ImportSource } from './imports/import-sources.ts';
import { importFile } from './imports/import-file.ts';
import type { ImportProgress } from './imports/import-progress.ts';
import { PastImports, type PastImport } from './imports/past-imports.tsx';
import { Preview, Readers } from './imports/preview.tsx';
import { UndoDialog } from './imports/undo-import.tsx';

type Progresses = Readonly<Record<string, ImportProgress>>;

/** Screen for importing: choose a source, drop its export, see the first items, and say who will read them. */
export function Imports() {
  const [source, setSource] = useState<ImportSource>();
  const [dropped, setDropped] = useState<readonly Dropped[]>([]);
  const [progresses, setProgresses] = useState<Progresses>({});
  const [problem, setProblem] = useState<string>();
  const [undone, setUndone] = useState<PastImport>();
  const [resumed, setResumed] = useState<PastImport>();
  const take = (all: readonly Dropped[]) => {
    setProgresses({});
    setResumed(undefined);
    setProblem(all.length === 0 ? 'It has no file.' : undefined);
    setDropped(all);
  };
  const run = useRun({ dropped, source, setProgresses, onImported: () => setDropped([]) });
  return (
    <Page title="Imports" says="Bring in what other tools know">
      <Gallery chosen={source} onChoose={setSource} />
      {resumed && <ResumeAdvice {...resumed} />}
      <DropZone takesFolder={source?.takesFolder ?? source === undefined} onDropped={take} onFailure={setProblem} />
      {problem !== undefined && (
        <Alert color="red" variant="light" title="Could not read what was dropped" role="alert">
          {problem} Drop a file, a zip or a folder with files.
        </Alert>
      )}
      {dropped.map((one) => (
        <Preview key={one.name} dropped={one} kind={source?.kind} />
      ))}
      {dropped.length > 0 && (
        <Readers
          isBusy={run.isBusy}
          onImport={(readers) => void run.begin(readers, { isDryRun: false })}
          onCheck={() => void run.begin('private', { isDryRun: true })}
          onCancel={() => setDropped([])}
        />
      )}
      {Object.entries(progresses).map(([name, progress]) => (
        <FileProgress key={name} name={name} progress={progress} />
      ))}
      <PastImports onUndo={setUndone} onResume={setResumed} />
      <UndoDialog one={undone} close={() => setUndone(undefined)} />
    </Page>
  );
}

/** Says how an import that broke off goes on. It takes the focus, so that it is seen and read out. */
const ResumeAdvice = ({ name, readers }: PastImport) => (
  <Alert ref={focus} tabIndex={-1} color="teal" variant="light" title={<StoredName>{`Resume ${name}`}</StoredName>}>
    Drop the same file or folder again, and import it {readers === 'org' ? 'for the team' : 'for you'} as before: what
    is there already is not added twice.
  </Alert>
);

const focus = (element: HTMLElement | null) => element?.focus();

interface RunOptions {
  readonly dropped: readonly Dropped[];
  readonly source: ImportSource | undefined;
  readonly setProgresses: (change: (before: Progresses) => Progresses) => void;
  readonly onImported: () => void;
}

/** Imports what was dropped, one after another. */
function useRun({ dropped, source, setProgresses, onImported }: RunOptions) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const begin = async (readers: 'private' | 'org', { isDryRun }: { readonly isDryRun: boolean }) => {
    setBusy(true);
    for (const one of dropped) {
      const onProgress = (progress: ImportProgress) => setProgresses((before) => ({ ...before, [one.name]: progress }));
      await importFile(one, { visibility: readers, kind: source?.kind, isDryRun, onProgress });
    }
    setBusy(false);
    toast(isDryRun ? 'Everything was read, and nothing was sent.' : 'The import ended. Its counts are below.');
    if (!isDryRun) onImported();
    await client.invalidateQueries();
  };
  return { isBusy, begin };
}
