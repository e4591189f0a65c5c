import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import {
  studioPackage,
  studioPackageApply,
  studioPackageDiff,
} from '../../../../src/features/studio/package-contract.ts';
import { PackageDialog } from '../../../../src/features/studio/web/package/PackageDialog.tsx';
import type { DataOf } from '../../../../src/platform/contract/endpoint.ts';
import { aPortal, button, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const file: DataOf<typeof studioPackage> = { format: 'xinyu-schemas/1', entities: { class: { title: '班' } } };
type Plan = DataOf<typeof studioPackageDiff>;
const change: Plan['items'][number] = {
  entity: 'class',
  title: '班',
  kind: 'change',
  differences: [{ field: '', title: '班', text: '资源名称由“班级”改为“班”' }],
  impact: { total: 12, changes: [], seen: 'x' },
  findings: [],
};
const plan: Plan = { items: [change], kept: ['学年'], skipped: [], seen: 'digest' };

const open = () => show(<PackageDialog open mayApply onClose={() => undefined} />);
async function choose(content: string) {
  const input = document.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement)) throw new Error('there is no input for a file');
  await userEvent.upload(input, new File([content], 'school.json', { type: 'application/json' }));
}

beforeEach(() => {
  portal.answer(studioPackage, file);
});

it('compares a chosen file first, and applies what was seen', async () => {
  const bodies: unknown[] = [];
  portal.answer(studioPackageDiff, plan);
  portal.answer(studioPackageApply, ({ body }) => {
    bodies.push(body);
    return { changed: ['class'] };
  });
  open();
  await choose(JSON.stringify(file));
  expect(await screen.findByText('资源名称由“班级”改为“班”')).toBeVisible();
  expect(screen.getByText('设置包中没有，保持不变：学年')).toBeVisible();
  await userEvent.click(button('使 1 处改动生效'));
  await waitFor(() => expect(bodies).toEqual([{ package: file, exact: false, seen: 'digest', note: '' }]));
});

it('offers nothing to apply where something is refused, and names it', async () => {
  const findings = [{ pointer: '/properties/x', reason: '删去了核心字段 x', fix: '不能删去' }];
  portal.answer(studioPackageDiff, { ...plan, items: [{ ...change, kind: 'refused', differences: [], findings }] });
  open();
  await choose(JSON.stringify(file));
  expect(await screen.findByText(/删去了核心字段 x。不能删去/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /改动生效/ })).toBeNull();
});

it('says that a file is no package without asking the server', async () => {
  open();
  await choose('{ "name": "other" }');
  expect(await screen.findByRole('alert')).toHaveTextContent('该文件不是字段设置包');
});

it('asks to compare again when something changed meanwhile', async () => {
  portal.answer(studioPackageDiff, plan);
  portal.answer(studioPackageApply, () => refusal('PSY_CONFLICT', { message: '请重新查看' }));
  open();
  await choose(JSON.stringify(file));
  await userEvent.click(await screen.findByRole('button', { name: '使 1 处改动生效' }));
  expect(await screen.findByText('请重新查看')).toBeVisible();
  expect(button('重新对比')).toBeVisible();
});
