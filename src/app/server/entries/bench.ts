// npm run bench [embedded] [postgres] [web] [files] [crisis] [screening] [packing] [own-fields] [sign-in], growth or capacity: measures the product. It starts itself again as child processes, each with a role.
import type { Role } from '../../../../tests/bench/children.ts';

const [, entry = '', first = ''] = process.argv;

const roles: Record<Role, () => Promise<void>> = {
  bare: async () => (await import('../../../../tests/bench/bare-server.ts')).bareServer(),
  plain: async () => (await import('../../../../tests/bench/plain-server.ts')).plainServer(),
  product: async () => (await import('../../../../tests/bench/product-server.ts')).productServer(),
  print: async () => (await import('../../../../tests/bench/printing.ts')).printServer(),
  'sign-in': async () => (await import('../../../../tests/bench/sign-in-load.ts')).signInLoad(),
  load: async () => {
    const [{ serveParent }, { load }] = await Promise.all([
      import('../../../../tests/bench/children.ts'),
      import('../../../../tests/bench/load.ts'),
    ]);
    serveParent(load);
  },
};

if (process.send && first in roles) await roles[first as Role]();
else await (await import('../../../../tests/bench/bench.ts')).bench(entry, process.argv.slice(2));
