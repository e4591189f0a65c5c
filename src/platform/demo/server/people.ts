import type { DemoPerson, DemoTenant } from './demo.ts';

export const userId = (login: string) => `u-${login}`;
/** Login of the first person with a role. */
export const staffLogin = (org_id: string, role_id: number) => `o${org_id}r${role_id}`;

/** The first person in charge of a class of the current year. */
export const teacherOf = ({ people }: Pick<DemoTenant, 'people'>, class_id: string): DemoPerson | undefined =>
  people.find(
    ({ role_extend: { class_ids } }) => Array.isArray(class_ids) && class_ids.some((one: unknown) => one === class_id),
  );
