import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** Button that toggles between dark and light mode. At first, the mode is that of the system. */
export function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon variant="default" onClick={() => setColorScheme(other)} aria-label={`Use ${other} colours`}>
      <span aria-hidden="true">{other === 'dark' ? '☾' : '☀'}</span>
    </ActionIcon>
  );
}
