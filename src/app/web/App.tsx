import { RouterProvider, type RouterProviderProps } from 'react-router';
import { ThemeProvider } from '../../platform/theme/web/ThemeProvider.tsx';

export function App({ router }: Pick<RouterProviderProps, 'router'>) {
  return (
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>
  );
}
