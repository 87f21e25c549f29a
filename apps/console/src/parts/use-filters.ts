import { useNavigate, useSearch } from '@tanstack/react-router';

type Filters = Readonly<Record<string, string | undefined>>;

/** Returns the filters in the address of a screen, and a function that sets some of them. */
export function useFilters(path: string): readonly [filters: Filters, set: (some: Filters) => void] {
  const filters = useSearch({ strict: false }) as Filters;
  const navigate = useNavigate();
  return [filters, (some) => void navigate({ to: path, search: { ...filters, ...some }, replace: true })];
}
