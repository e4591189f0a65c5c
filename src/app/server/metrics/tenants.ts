import { Counter, type Registry } from 'prom-client';

/** Organisations with a series of their own; all further ones share a series. */
const TENANTS_MAX = 500;
const OTHERS = 'others';

export type ObserveTenant = (orgId: string, seconds: number) => void;

/** Requests and their time by organisation, to find the one that keeps an installation busy. */
export function tenantLoad(registry: Registry): ObserveTenant {
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['org_id'], registers: [registry] });
  const requests = counter('tenant_requests_total', 'Requests of an organisation');
  const seconds = counter('tenant_request_seconds_total', 'Time of the requests of an organisation');
  const known = new Set<string>();
  return (orgId, duration) => {
    if (known.size < TENANTS_MAX) known.add(orgId);
    const org_id = known.has(orgId) ? orgId : OTHERS;
    requests.inc({ org_id });
    seconds.inc({ org_id }, duration);
  };
}
