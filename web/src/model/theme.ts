// Light or dark: as chosen, or as the system has it.
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Settings } from './settings';

const system = matchMedia('(prefers-color-scheme: dark)');

export function useTheme(chosen: Settings['theme']): 'light' | 'dark' {
  const [systemDark, setSystemDark] = useState(system.matches);
  useLayoutEffect(() => {
    const follow = () => setSystemDark(system.matches);
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, []);
  const theme = chosen === 'auto' ? (systemDark ? 'dark' : 'light') : chosen;
  // At once, not in an effect: charts read their colours from the style sheet when they are drawn.
  document.documentElement.dataset.theme = theme;
  return theme;
}
