import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** Toggles dark and light mode; initially as the system is set. */
export function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon variant="default" onClick={() => setColorScheme(other)} aria-label={`Use ${other} colours`}>
      <span aria-hidden="true">{other === 'dark' ? '☾' : '☀'}</span>
    </ActionIcon>
  );
}
