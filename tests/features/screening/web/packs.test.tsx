import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  checkPack,
  confirmLicence,
  installPack,
  packVersions,
  removePack,
} from '../../../../src/features/screening/contract/packs.ts';
import type { ScaleDetail } from '../../../../src/features/screening/contract/scales.ts';
import { InstallPage } from '../../../../src/features/screening/web/packs/InstallPage.tsx';
import { LicenceConfirm } from '../../../../src/features/screening/web/packs/LicenceConfirm.tsx';
import { Versions } from '../../../../src/features/screening/web/packs/Versions.tsx';
import { aPortal, button, holdProof, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const MAY = { 'screening/pack': ['open', 'install', 'remove', 'confirm'] };
const detail: ScaleDetail = {
  scale_id: 'mood',
  title: '心情量表',
  version: '2.0.0',
  kind: 'scale',
  about: '了解心情',
  licence: 'declared',
  wording: 'authorised',
  item_count: 1,
  sensitive: false,
  items: [{ item_id: '1', text: '<b>最近开心吗</b>', kind: 'single', options: [{ value: 0, label: '不开心' }] }],
  dimensions: [],
  norm_sets: [],
};
const pack = {
  detail,
  sheet: {
    scale_id: 'mood',
    version: '2.0.0',
    kind: 'scale',
    title: '心情量表',
    instruction: '想一想最近两周。',
    items: detail.items,
  },
  checksum: '0'.repeat(64),
  signature: 'unknown',
  signed_by: '出版社',
  replaces: { version: '1.0.0', wording: 'unofficial', own: false },
};
const aFile = (text = '{}') => new File([text], 'mood.json', { type: 'application/json' });
const choose = async (user: ReturnType<typeof show>['user'], file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('no file input');
  await user.upload(input, file);
};

it('lists every finding with its place, and offers no installation', async () => {
  portal.answer(checkPack, {
    findings: [
      { pointer: '/items/3/id', reason: '编号 3 出现了两次', fix: '换一个编号' },
      { pointer: '', reason: '没有一个例子', fix: '至少写一份' },
    ],
    more: 4,
  });
  const { user } = show(<InstallPage />, { may: MAY });
  await choose(user, aFile());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('“mood.json”有 6 处问题，暂不能安装');
  expect(alert).toHaveTextContent('/items/3/id编号 3 出现了两次修改方法：换一个编号');
  expect(alert).toHaveTextContent('整个文件没有一个例子');
  expect(screen.queryByRole('button', { name: '声明授权并安装' })).toBeNull();
});

it('says that a file is too large without sending it', async () => {
  const { user } = show(<InstallPage />, { may: MAY });
  await choose(user, aFile(' '.repeat(500_000)));
  expect(await screen.findByRole('alert')).toHaveTextContent('489 KB，超过了 384 KB');
  expect(portal.requests(checkPack)).toHaveLength(0);
});

it('shows both views of a pack as text, and installs it once the licence is declared', async () => {
  portal.answer(checkPack, { findings: [], pack });
  holdProof();
  portal.answer(installPack, { scale_id: 'mood', version: '2.0.0', signature: 'unknown' });
  const { user } = show(<InstallPage />, { may: MAY });
  await choose(user, aFile('{"id":"mood"}'));
  expect(await screen.findByText('<b>最近开心吗</b>')).toBeVisible();
  expect(screen.getByText(/授权题目替换产品自拟的题目（1.0.0 版）/)).toBeVisible();
  expect(screen.getByText(/没有该发布者的公钥/)).toBeVisible();
  await user.click(screen.getByRole('tab', { name: '学生视图' }));
  expect(await screen.findByRole('radio', { name: '不开心' })).toBeVisible();
  const install = screen.getByRole('button', { name: '声明授权并安装' });
  expect(install).toBeDisabled();
  await user.type(screen.getByLabelText('声明人姓名'), '王校长');
  await user.type(screen.getByLabelText('取得的授权和凭据'), '已与权利人签订使用协议');
  await user.click(screen.getByRole('checkbox'));
  await user.click(install);
  await waitFor(() => expect(portal.requests(installPack)).toHaveLength(1));
  expect(portal.requests(installPack)[0]?.body).toEqual({
    file: '{"id":"mood"}',
    declared_by: '王校长',
    statement: '已与权利人签订使用协议',
  });
});

it('names the plans that keep a version from being removed', async () => {
  portal.answer(packVersions, {
    items: [
      {
        version: '1.1.0',
        origin: 'installed',
        current: true,
        wording: 'authorised',
        plans: 1,
        declared_by: '王校长',
        statement: '已签订协议',
        signature: 'unsigned',
      },
      { version: '1.0.0', origin: 'product', current: false, wording: 'unofficial', plans: 0 },
    ],
  });
  holdProof();
  portal.answer(removePack, refusal('PSY_CONFLICT', { message: '测评“秋季”用到这个版本，不能移除' }));
  const { user } = show(<Versions scaleId="mood" onChanged={() => undefined} />, { may: MAY });
  expect(await screen.findByText('王校长声明：已签订协议')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^移\s?除$/ })).toHaveLength(1);
  await user.click(button('移除'));
  await user.click(await screen.findByRole('button', { name: '移除这个版本' }));
  expect(await screen.findByText('测评“秋季”用到这个版本，不能移除')).toBeVisible();
});

const unclear = { ...detail, licence: 'unclear' };

it('says that an unclear licence is not confirmed, also to those who may not confirm it', async () => {
  show(<LicenceConfirm pack={unclear} onConfirmed={() => undefined} />);
  expect(await screen.findByText('尚未确认，使用该量表的测评不能发布')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('confirms an unclear licence with a reason', async () => {
  holdProof();
  portal.answer(confirmLicence, { ok: true });
  const { user } = show(<LicenceConfirm pack={unclear} onConfirmed={() => undefined} />, { may: MAY });
  await user.type(await screen.findByRole('textbox'), '本校非商业使用，已请示教育局');
  await user.click(button('确认可以使用'));
  expect(await screen.findByText('已确认，可用于测评')).toBeVisible();
  expect(portal.requests(confirmLicence)[0]?.body).toEqual({
    version: '2.0.0',
    reason: '本校非商业使用，已请示教育局',
  });
});
