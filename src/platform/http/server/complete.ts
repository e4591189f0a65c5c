import type { Implementation } from '../../context/server/context.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';

const routeOf = ({ method, path }: EndpointSpec) => `${method} ${path.replace(/:[a-z_]+/g, ':')}`;
const callOf = (endpoint: EndpointSpec) => `${endpoint.name} (${endpoint.method} ${endpoint.path})`;

/** Items that a list does not contain. */
const missingFrom = (list: readonly string[], items: readonly string[]): string[] =>
  items.filter((item) => !list.includes(item));

function twice(keys: readonly string[]): string[] {
  return [...new Set(keys.filter((key, i) => keys.indexOf(key) !== i))];
}

/**
 * Fails the start where declarations and implementations do not match one to one, or an endpoint has no access rule.
 *
 * @param declared Every endpoint of the contract, including those of resources
 * @throws Error naming every invalid endpoint
 */
export function requireComplete(declared: readonly EndpointSpec[], implementations: readonly Implementation[]): void {
  const mounted = implementations.map(({ endpoint }) => endpoint);
  const declaredCalls = declared.map(callOf);
  const mountedCalls = mounted.map(callOf);
  const problems = [
    ...missingFrom(mountedCalls, declaredCalls).map((name) => `${name} is declared and not implemented`),
    ...missingFrom(declaredCalls, mountedCalls).map((name) => `${name} is implemented and not declared`),
    ...twice(mounted.map(({ name }) => name)).map((name) => `${name} is implemented twice`),
    ...twice(mounted.map(routeOf)).map((route) => `${route} has two declarations`),
    ...mounted
      .filter(
        ({ access }) =>
          !(
            access?.auth === 'public' ||
            access?.auth === 'optional' ||
            access?.auth === 'account' ||
            (access?.auth === 'org' && access.area && access.act)
          ),
      )
      .map(({ name }) => `${name} declares no access rule`),
  ];
  if (problems.length > 0) throw new Error(`the calls are not complete: ${problems.join('; ')}`);
}
