import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import guardianJson from '../../../../schemas/entities/guardian.json' with { type: 'json' };
import studentJson from '../../../../schemas/entities/student.json' with { type: 'json' };
import {
  childRelation,
  closeGuardianAccount,
  guardianChildren,
  unlinkChild,
} from '../../../../src/features/guardians/contract/guardians.ts';
import { ChildrenDialog } from '../../../../src/features/guardians/web/ChildrenDialog.tsx';
import { CloseAccountDialog } from '../../../../src/features/guardians/web/CloseAccountDialog.tsx';
import { GuardiansDialog } from '../../../../src/features/guardians/web/GuardiansDialog.tsx';
import type { DataOf } from '../../../../src/platform/contract/endpoint.ts';
import type { Row } from '../../../../src/platform/resources/contract/resource.ts';
import '../../../../src/platform/ui/web/fields/RowPick.tsx';
import { aPortal, button, entityOf, later, named, schemaOf, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const guardian = entityOf(schemaOf(guardianJson));
const student = entityOf(schemaOf(studentJson));
const schemas = { guardian: guardian.schema, student: student.schema };
const ALL = { 'org-manage/guardian': ['open', 'create', 'update', 'register'], 'org-manage/student': ['open'] };
type Links = DataOf<typeof childRelation>;
const father = { guardian_id: 'g1', guardian_name: '王建国', relation: 1, mobile: '199****0001', is_register: false };
const holds = (...items: Links['items']) => portal.answer(childRelation, { total: items.length, items });
const onClose = vi.fn();
const visit = (may: Record<string, string[]> = ALL) =>
  show(<GuardiansDialog entity={student} id="k1" onClose={onClose} />, { may, schemas });

beforeEach(() => {
  portal.answer(student.calls.get, { child_id: 'k1', child_name: '王小明' });
  holds(father);
});

it('says that no guardian is known, and offers to add one', async () => {
  holds();
  visit();
  expect(await screen.findByText('尚未登记监护人')).toBeVisible();
  expect(screen.getByRole('dialog')).toHaveTextContent('王小明的监护人');
  expect(button('添加')).toBeEnabled();
});

it('shows relations and no act to a role that may only read', async () => {
  visit({ 'org-manage/student': ['open'], 'org-manage/guardian': ['open'] });
  expect(await screen.findByText('王建国')).toBeVisible();
  expect(screen.getByText('父亲')).toBeVisible();
  expect(screen.queryByRole('button', { name: '取消关联王建国' })).toBeNull();
  expect(screen.queryByRole('button', { name: named('添加') })).toBeNull();
});

it('says at the field what is missing or wrong in a new guardian, and sends nothing', async () => {
  const { user } = visit();
  await user.type(await screen.findByLabelText('手机号码'), '139');
  await user.click(button('添加'));
  for (const text of ['请填写姓名', '请填写以 1 开头的 11 位手机号码', '请选择关系'])
    expect(await screen.findByText(text)).toBeVisible();
  expect(portal.requests(guardian.calls.create)).toEqual([]);
});

it('adds a guardian once, however often the button is pressed, and empties the fields', async () => {
  const created = later<Row>();
  portal.answer(guardian.calls.create, created.answer);
  const { user } = visit();
  await user.type(await screen.findByLabelText('姓名'), '李秀英');
  await user.click(screen.getByRole('combobox', { name: '关系' }));
  await user.click(await screen.findByText('母亲', { selector: '.ant-select-item-option-content' }));
  await user.dblClick(button('添加'));
  await waitFor(() => expect(portal.requests(guardian.calls.create)).toHaveLength(1));
  holds(father, { guardian_id: 'g2', guardian_name: '李秀英', relation: 2, is_register: false });
  created.give({ guardian_id: 'g2', guardian_name: '李秀英' });
  expect(await screen.findByText('李秀英')).toBeVisible();
  expect(screen.getByLabelText('姓名')).toHaveValue('');
  expect(portal.requests(guardian.calls.create).map(({ body }) => body)).toEqual([
    { guardian_name: '李秀英', relation: 2, child_id: 'k1' },
  ]);
});

it('asks before a link ends, and says why it stays when the server refuses', async () => {
  portal.answer(unlinkChild, refusal('PSY_CONFLICT', { message: '至少要有一名监护人' }));
  const { user } = visit();
  await user.click(await screen.findByRole('button', { name: '取消关联王建国' }));
  expect(await screen.findByText('取消王建国与王小明的关联？')).toBeVisible();
  expect(portal.requests(unlinkChild)).toEqual([]);
  await user.click(button('取消关联'));
  expect(await screen.findByText('至少要有一名监护人')).toBeVisible();
  expect(screen.getByText('王建国')).toBeVisible();
});

it('offers a retry when the guardians cannot be loaded', async () => {
  portal.answer(childRelation, refusal('PSY_UNKNOWN', { status: 500 }));
  const { user } = visit();
  const again = await screen.findByRole('button', { name: named('重试') });
  expect(screen.queryByRole('button', { name: named('添加') })).toBeNull();
  holds(father);
  await user.click(again);
  expect(await screen.findByText('王建国')).toBeVisible();
});

it('names the state of a child that is no longer at the school', async () => {
  portal.answer(guardian.calls.get, { guardian_id: 'g1', guardian_name: '王建国' });
  portal.answer(guardianChildren, {
    total: 2,
    items: [
      {
        child_id: 'k1',
        child_name: '王小明',
        student_no: '1',
        class_name: '初一（1）班',
        study_status: 1,
        relation: 1,
      },
      { child_id: 'k2', child_name: '王小红', student_no: '2', study_status: 4, relation: 1 },
    ],
  });
  show(<ChildrenDialog entity={guardian} id="g1" onClose={onClose} />, { schemas });
  const [enrolled, left] = await screen.findAllByText(/^王小[明红]/).then((all) => all.map((one) => one.closest('li')));
  expect(enrolled).toHaveTextContent('1 · 初一（1）班');
  expect(enrolled).not.toHaveTextContent('在读');
  expect(left).toHaveTextContent(/毕业/);
});

it('closes an account only once, and leaves no second press when the server refuses', async () => {
  portal.answer(closeGuardianAccount, refusal('PSY_CONFLICT'));
  const { user } = show(
    <CloseAccountDialog
      entity={guardian}
      rows={[{ guardian_id: 'g1', guardian_name: '王建国' }]}
      onDone={() => undefined}
      onClose={onClose}
    />,
    { schemas },
  );
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('王建国');
  await user.dblClick(within(dialog).getByRole('button', { name: '停用账号' }));
  expect(await within(dialog).findByText('内容已被他人修改，请刷新后重试')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: '停用账号' })).toBeNull();
  expect(portal.requests(closeGuardianAccount)).toHaveLength(1);
});
