import { createBrowserRouter, RouterProvider } from 'react-router';
import { ThemeProvider } from '../../platform/theme/web/ThemeProvider.tsx';
import { routes } from './routes.tsx';

const router = createBrowserRouter(routes);

export function App() {
  return (
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>
  );
}
