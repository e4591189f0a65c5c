import { testAlone as test } from './support/journey.ts';
import { button, says, signIn, verify } from './support/portal.ts';

const PASSWORD = 'Wx7#hedgerow-Qn';

test('a student registers by invitation on a phone, the school accepts, and the student signs in', async ({
  page,
  visitor,
}) => {
  await signIn(page, 'o2001r4');
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '注册邀请' }).click();
  const dialog = page.getByRole('dialog', { name: '注册邀请' });
  await dialog.getByRole('radio', { name: '单人' }).check();
  await dialog.getByRole('radio', { name: '5 分钟', exact: true }).check();
  await dialog.getByRole('button', { name: '生成邀请码' }).click();
  await dialog.getByRole('img', { name: '注册地址的二维码' }).waitFor();
  const address = new URL(await dialog.getByRole('textbox', { name: '注册地址' }).inputValue());

  const phone = await visitor({ width: 390, height: 800 });
  await phone.goto(address.pathname + address.search);
  await phone.getByText('青禾市第一中学').last().waitFor();
  await phone.getByLabel('姓名').fill('林小满');
  await phone.getByLabel('学号').fill('R20260101');
  await phone.getByRole('radio', { name: '女' }).check();
  await phone.getByRole('combobox', { name: '班级' }).fill('1班');
  await phone.getByRole('combobox', { name: '班级' }).press('Enter');
  await button(phone, '下一步').click();
  await phone.getByLabel('新密码', { exact: true }).fill(PASSWORD);
  await phone.getByLabel('再次输入新密码').fill(PASSWORD);
  await button(phone, '下一步').click();
  // Back moves between the steps and loses nothing.
  await phone.getByText('请核对填写的信息').waitFor();
  await phone.goBack();
  await phone.getByLabel('新密码', { exact: true }).waitFor();
  await button(phone, '下一步').click();
  await phone.getByRole('checkbox').check();
  await button(phone, '提交注册').click();
  await phone.getByText('2001-R20260101').waitFor();
  await phone.goto(address.pathname + address.search);
  await phone.getByText('不用再次提交').waitFor();

  await page.goto('/student-register/application');
  await page.getByRole('button', { name: '审核 林小满' }).click();
  const review = page.getByRole('dialog', { name: '审核注册：林小满' });
  await review.getByText('名册中没有学号或姓名相同的学生。').waitFor();
  await review.getByRole('radio', { name: /新建学生/ }).check();
  await review.getByRole('button', { name: '通过并开通账号' }).click();
  await verify(page);
  await says(page, '已通过，登录名是 2001-R20260101');

  await phone.goto('/login');
  await phone.getByLabel('账号').fill('2001-R20260101');
  await phone.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await phone.getByRole('button', { name: /登\s?录/ }).click();
  await phone.waitForURL('**/index');
  await phone.getByText('林小满').first().waitFor();
});
