import '@testing-library/jest-dom/vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CrashBoundary } from '../../../../src/app/web/pages/errors/CrashBoundary.tsx';
import { ChunkLoadError, CHUNK_TIMEOUT_MS, loadChunk } from '../../../../src/platform/http/web/load-chunk.ts';
import '../../../../src/platform/i18n/web/texts.ts';
import { CrisisLevelTag } from '../../../../src/platform/ui/web/CrisisLevelTag.tsx';
import { PageJumper, pageTyped } from '../../../../src/platform/ui/web/PageJumper.tsx';
import { PageSizeSelect } from '../../../../src/platform/ui/web/PageSizeSelect.tsx';

afterEach(() => vi.useRealTimers());

describe('the page jumper', () => {
  it('takes integers from 1 to the page count, full-width ones too', () => {
    expect(['3', '０７', '0', '-2', '99', '2.5', 'x', ''].map((typed) => pageTyped(typed, 12))).toEqual([
      3,
      7,
      1,
      1,
      12,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('jumps on Enter and on blur, and is then empty', async () => {
    const onJump = vi.fn<(page: number) => void>();
    render(<PageJumper pageCount={5} onJump={onJump} />);
    const user = userEvent.setup({ delay: null });
    expect(screen.getByText(/前往/)).toBeVisible();
    await user.type(screen.getByLabelText('页码'), '4{Enter}');
    await user.type(screen.getByLabelText('页码'), '9');
    await user.tab();
    expect(onJump.mock.calls).toEqual([[4], [5]]);
    expect(screen.getByLabelText('页码')).toHaveValue('');
  });
});

describe('the page size selector', () => {
  it('offers 10 to 50 as N 条/页', async () => {
    const onChange = vi.fn<(size: number) => void>();
    render(<PageSizeSelect value={10} sizes={[10, 20, 30, 40, 50]} onChange={onChange} />);
    fireEvent.mouseDown(screen.getByRole('combobox'));
    expect((await screen.findAllByTitle(/条\/页$/)).map((each) => each.title)).toEqual([
      '10 条/页',
      '10 条/页',
      '20 条/页',
      '30 条/页',
      '40 条/页',
      '50 条/页',
    ]);
    fireEvent.click(screen.getByTitle('30 条/页'));
    expect(onChange.mock.calls[0]?.[0]).toBe(30);
  });
});

describe('a crisis level', () => {
  it('is a text and an icon besides its colour', () => {
    render(
      <>
        {([1, 2, 3] as const).map((level) => (
          <CrisisLevelTag key={level} level={level} />
        ))}
      </>,
    );
    for (const [word, icon] of [
      ['一级', 'alert'],
      ['二级', 'warning'],
      ['三级', 'info-circle'],
    ] as const)
      expect(screen.getByText(word).querySelector(`.anticon-${icon}`)).not.toBeNull();
  });
});

describe('a chunk of the portal', () => {
  it('that fails to load becomes a ChunkLoadError, which offers to reload', async () => {
    await expect(loadChunk(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toBeInstanceOf(
      ChunkLoadError,
    );
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = () => {
      throw new ChunkLoadError('gone');
    };
    render(
      <CrashBoundary>
        <Broken />
      </CrashBoundary>,
    );
    expect(screen.getByRole('heading', { name: '页面加载失败' })).toBeVisible();
    expect(screen.getByRole('button', { name: '刷新页面' })).toBeVisible();
    vi.restoreAllMocks();
  });

  it('that takes 120 s becomes a ChunkLoadError', async () => {
    vi.useFakeTimers();
    const ended = loadChunk(() => new Promise(() => undefined)).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
    expect(await Promise.race([ended, Promise.resolve('waiting')])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await ended).toBeInstanceOf(ChunkLoadError);
    expect(CHUNK_TIMEOUT_MS).toBe(120_000);
  });
});
