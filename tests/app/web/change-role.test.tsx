import '@testing-library/jest-dom/vitest';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangeRoleDialog } from '../../../src/app/web/shell/ChangeRoleDialog.tsx';
import { otherOrgs, otherRoles, rolesThere } from '../../../src/features/account/rules.ts';
import { sessionStore } from '../../../src/platform/http/web/portal.ts';
import { userState } from '../../../src/platform/session/web/current-user.ts';
import '../../../src/platform/i18n/web/texts.ts';
import { role, school, staff } from '../../support/msw-data.ts';
import { portalServer } from '../../support/msw.ts';
import { freshBrowser } from './portal-page.tsx';

const multi = staff({
  orgs: [
    school('2001', '一中', [role(8, '心理专职教师'), role(10, '班主任'), role(7, '普通教师')]),
    school('2002', '实验小学', [role(7, '普通教师'), role(4, '超级管理员'), role(5, '管理员')]),
    school('2003', '师范学院', [role(7, '普通教师')]),
  ],
});
const now = { org_id: '2001', role_id: 8 };

describe('the choices of the change-role dialog', () => {
  it('are the other roles in this organisation, without role 7', () => {
    expect(otherRoles(multi, now).map((r) => r.role_id)).toEqual([10]);
  });

  it('are the other organisations', () => {
    expect(otherOrgs(multi, now).map((o) => o.org_id)).toEqual(['2002', '2003']);
  });

  it('are the roles of the other organisation without role 7, unless it is the only one', () => {
    expect(
      [rolesThere(multi, '2002', '普通教师'), rolesThere(multi, '2003', '普通教师')].map((roles) =>
        roles.map((r) => r.role_id),
      ),
    ).toEqual([[4, 5], [7]]);
  });
});

describe('the change-role dialog', () => {
  const reload = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();

  beforeEach(() => {
    freshBrowser(portalServer());
    vi.clearAllMocks();
    sessionStore.choose({ identity: 3, org_id: '2001', org_type: 2, role_id: 8 });
    userState.set({
      status: 'chosen',
      current: {
        user: multi,
        identity: 3,
        org: { org_id: '2001', org_name: '一中', org_type: 2 },
        role: { role_id: 8, role_name: '心理专职教师' },
      },
    });
  });
  const open = (mode: 'role' | 'org') => {
    render(<ChangeRoleDialog mode={mode} open onClose={onClose} afterClose={() => undefined} reload={reload} />);
    return userEvent.setup({ delay: null });
  };
  const chooseOrg = async (name: string) => {
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: '组织' }));
    fireEvent.click(await screen.findByTitle(name));
  };

  it('stores another role and reloads', async () => {
    const user = open('role');
    expect(await screen.findByRole('radio', { name: '班主任' })).toBeChecked();
    expect(screen.queryByRole('radio', { name: '普通教师' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '切换角色' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect([sessionStore.storedChoice()?.role_id, sessionStore.choice()?.role_id]).toEqual([10, 8]);
  });

  it('requires an organisation', async () => {
    const user = open('org');
    await user.click(await screen.findByRole('button', { name: '切换组织' }));
    await waitFor(() =>
      expect(screen.getAllByText('请选择组织').map((each) => each.className)).toContainEqual(
        expect.stringContaining('error'),
      ),
    );
    expect(reload).not.toHaveBeenCalled();
  });

  it('preselects the first role of another organisation', async () => {
    const user = open('org');
    await chooseOrg('实验小学');
    expect(await screen.findByRole('radio', { name: '超级管理员' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: '切换组织' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(sessionStore.storedChoice()).toEqual({ identity: 3, org_id: '2002', org_type: 2, role_id: 4 });
  });

  it('closes without a request when the choice is the current role', async () => {
    const user = open('role');
    await screen.findByRole('radio', { name: '班主任' });
    sessionStore.choose({ identity: 3, org_id: '2001', org_type: 2, role_id: 10 });
    await user.click(screen.getByRole('button', { name: '切换角色' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(reload).not.toHaveBeenCalled();
  });
});
