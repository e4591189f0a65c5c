import { createBrowserRouter, RouterProvider } from 'react-router';
import { routes } from './routes.tsx';
import { ThemeProvider } from '../../platform/theme/web/ThemeProvider.tsx';

const router = createBrowserRouter(routes);

export function App() {
  return (
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>
  );
}
