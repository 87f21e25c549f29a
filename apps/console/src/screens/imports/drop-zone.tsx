import { Button, Group, Text } from '@mantine/core';
import { useRef, useState, type DragEvent } from 'react';
import { ofDrop, ofFiles, ofFolderDialog, type Dropped } from './dropped.ts';

interface DropZoneProps {
  readonly takesFolder: boolean;
  readonly onDropped: (dropped: readonly Dropped[]) => void;
  readonly onFailure: (reason: string) => void;
}

const ACCEPT =
  '.zip,.json,.md,.markdown,.adoc,.jsonl,.ndjson,.gz,.log,application/zip,application/json,application/x-ndjson';

/** Place to drop files, folders and zips, with buttons for those who do not drag. */
export function DropZone({ takesFolder, onDropped, onFailure }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  const take = (event: DragEvent) => {
    over(false)(event);
    ofDrop(event.dataTransfer).then(onDropped, (error: unknown) => onFailure(String(error)));
  };
  return (
    <div className="drop" data-over={isOver} onDragOver={over(true)} onDragLeave={over(false)} onDrop={take}>
      <Text>Drop a file, a zip{takesFolder && ', or a folder'} here</Text>
      <input
        ref={files}
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        aria-label="Files to import"
        onChange={({ currentTarget }) => onDropped(ofFiles([...(currentTarget.files ?? [])]))}
      />
      <input
        ref={(element) => {
          folder.current = element;
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        aria-label="Folder to import"
        onChange={({ currentTarget }) => onDropped(ofFolderDialog([...(currentTarget.files ?? [])]))}
      />
      <Group justify="center" mt="sm">
        <Button onClick={() => files.current?.click()}>Choose files</Button>
        <Button variant="default" onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
      </Group>
    </div>
  );
}
