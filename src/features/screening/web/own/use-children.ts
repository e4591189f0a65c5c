import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';

export interface OwnChild {
  child_id: string;
  child_name: string;
}

/** The children that the user stands for at this school: a student for one, a guardian perhaps for several. */
export function useChildren(): { children: OwnChild[]; several: boolean } {
  const { user, org } = useCurrentUser();
  const children = user.students
    .filter(({ school_id }) => school_id === org.org_id)
    .map(({ child_id, real_name }) => ({ child_id, child_name: real_name }));
  return { children, several: children.length > 1 };
}
