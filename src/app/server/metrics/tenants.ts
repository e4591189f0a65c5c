import { Counter, type Registry } from 'prom-client';

/** Organisations with a series of their own; all further ones share a series. */
const TENANTS_MAX = 500;
const OTHERS = 'others';

interface Load {
  requests: number;
  seconds: number;
}

export type ObserveTenant = (orgId: string, seconds: number) => void;

/** Requests and their time by organisation, to find the one that keeps an installation busy. */
export function tenantLoad(registry: Registry): ObserveTenant {
  const loads = new Map<string, Load>();
  const counter = (name: string, help: string, of: keyof Load) =>
    new Counter({
      name,
      help,
      labelNames: ['org_id'],
      registers: [registry],
      // Labels are made for each scrape and not for each request.
      collect() {
        this.reset();
        for (const [org_id, load] of loads) this.inc({ org_id }, load[of]);
      },
    });
  counter('tenant_requests_total', 'Requests of an organisation', 'requests');
  counter('tenant_request_seconds_total', 'Time of the requests of an organisation', 'seconds');
  return (orgId, duration) => {
    const key = loads.has(orgId) || loads.size < TENANTS_MAX ? orgId : OTHERS;
    let load = loads.get(key);
    if (!load) loads.set(key, (load = { requests: 0, seconds: 0 }));
    load.requests++;
    load.seconds += duration;
  };
}
