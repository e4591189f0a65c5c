import { fireEvent, render, screen } from '@testing-library/react';
import type { DetachedWindowAPI } from 'happy-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { Picture } from '../../../../src/platform/media/web/Picture.tsx';

const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };
const before = window.location.href;
afterEach(() => happyDOM.setURL(before));

/** Shows a picture 120 pixels wide that fails so many times: the addresses that were tried, and the reported failures. */
function tried(src: string, failures: number): { addresses: string[]; failed: number } {
  const onError = vi.fn();
  const { unmount } = render(<Picture src={src} width={120} alt="封面" onError={onError} />);
  const address = () => screen.getByAltText('封面').getAttribute('src') ?? '';
  const addresses = [address()];
  for (let i = 0; i < failures; i++) {
    fireEvent.error(screen.getByAltText('封面'));
    addresses.push(address());
  }
  unmount();
  return { addresses, failed: onError.mock.calls.length };
}

it('is loaded once more with TLS where a smaller one by plain HTTP fails, and then reported', () => {
  happyDOM.setURL('https://portal.example/announcements');
  const [plain, secure] = ['http', 'https'].map((scheme) => `${scheme}://portal.example/objects/a?size=320`);
  expect(tried('http://portal.example/objects/a', 2)).toEqual({ addresses: [plain, secure, secure], failed: 1 });
});

it('by an address of the page itself is loaded once', () => {
  expect(tried('/objects/a', 1)).toEqual({ addresses: Array(2).fill('/objects/a?size=320'), failed: 1 });
});

it('of another host is neither changed nor loaded again', () => {
  const src = 'http://pictures.example/objects/a';
  expect(tried(src, 1)).toEqual({ addresses: [src, src], failed: 1 });
});
