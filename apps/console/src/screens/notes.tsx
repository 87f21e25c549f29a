import { useSearch } from '@tanstack/react-router';
import { NoteTree } from './notes/note-tree.tsx';
import { ReadNote } from './notes/read-note.tsx';

/** Screen of the notes of a workspace: the tree of their paths, and one of them (`path`). */
export function Notes() {
  const { path } = useSearch({ strict: false });
  return path ? <ReadNote key={path} path={path} /> : <NoteTree />;
}
