import { render, screen, within } from '@testing-library/react';
import { App, Button } from 'antd';
import { expect, it } from 'vitest';
import { messageRegion } from '../../../../src/platform/ui/web/message-region.ts';
import { plainPage } from '../../../support/page.ts';

plainPage();

function Save() {
  const { message } = App.useApp();
  return <Button onClick={() => void message.success('保存成功')}>保存一次</Button>;
}

it('screen readers are told what messages say, also the first one and after the page was emptied', async () => {
  document.body.append(messageRegion());
  render(
    <App message={{ getContainer: messageRegion }}>
      <Save />
    </App>,
  );
  const region = messageRegion();
  expect(region.getAttribute('aria-live')).toBe('polite');
  expect(region.textContent).toBe('');
  screen.getByRole('button', { name: '保存一次' }).click();
  await within(region).findByText('保存成功');
  region.remove();
  expect(messageRegion()).toBe(region);
  expect(region.isConnected).toBe(true);
});
