import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { informPeople } from '../../../../src/features/crisis/contract/cases.ts';
// The pages load the texts.
import '../../../../src/features/crisis/web/CasePage.tsx';
import '../../../../src/features/crisis/web/escalation/EscalationPage.tsx';
import { InterviewCard } from '../../../../src/features/crisis/web/escalation/InterviewCard.tsx';
import { InformDialog } from '../../../../src/features/crisis/web/InformDialog.tsx';
import { aPortal, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();

it('records who was informed, without the names that stay empty, and keeps what was typed when that fails', async () => {
  portal.answer(informPeople, refusal('PSY_CONFLICT', { message: '这个个案已经结案' }));
  const done: string[] = [];
  const { user } = show(
    <InformDialog caseId="c1" onClose={() => done.push('closed')} onDone={() => done.push('done')} />,
    { may: {} },
  );
  const dialog = within(await screen.findByRole('dialog', { name: '记录告知' }));
  const save = dialog.getByRole('button', { name: /保\s?存/ });
  expect(save).toBeDisabled();
  await user.type(dialog.getByLabelText('监护人'), ' 母亲 王芳 ');
  await user.click(dialog.getByText('当面'));
  await user.type(dialog.getByLabelText(/补充说明/), '已约定周五面谈');
  await user.click(save);
  expect(await dialog.findByText('这个个案已经结案')).toBeVisible();
  expect(dialog.getByLabelText('监护人')).toHaveValue(' 母亲 王芳 ');
  const [request] = portal.requests(informPeople);
  expect(request?.body).toMatchObject({
    people: [{ who: 'guardian', name: '母亲 王芳' }],
    how: 2,
    note: '已约定周五面谈',
  });
  expect(done).toEqual([]);
});

it('asks before it closes with something typed', async () => {
  const done: string[] = [];
  const { user } = show(<InformDialog caseId="c1" onClose={() => done.push('closed')} onDone={() => {}} />, {
    may: {},
  });
  const dialog = within(await screen.findByRole('dialog', { name: '记录告知' }));
  await user.type(dialog.getByLabelText('班主任'), '李老师');
  await user.click(dialog.getByRole('button', { name: /取\s?消/ }));
  await user.click(await screen.findByRole('button', { name: '继续填写' }));
  expect(done).toEqual([]);
  expect(dialog.getByLabelText('班主任')).toHaveValue('李老师');
});

function Days() {
  const [days, setDays] = useState<number>();
  return (
    <>
      <InterviewCard days={days} onChange={setDays} />
      <output>{days ?? '未改'}</output>
    </>
  );
}

it('sets the working days until an interview within their limits', async () => {
  const { user } = show(<Days />, { may: {} });
  const field = await screen.findByRole('spinbutton', { name: '访谈期限（工作日）' });
  expect(Number(field.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await user.clear(field);
  expect(screen.getByText('未改')).toBeVisible();
  await user.type(field, '5');
  expect(screen.getByRole('status')).toHaveTextContent('5');
  await user.clear(field);
  await user.type(field, '999');
  await user.tab();
  expect(Number(screen.getByRole('status').textContent)).toBeLessThan(100);
});
