import { App } from 'antd';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChunkLoadError } from '../../http/web/load-chunk.ts';

interface Props {
  onFailed: (error: unknown) => void;
  fallback: ReactNode;
  children: ReactNode;
}

class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailed(error);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/**
 * Around a part of a page, or what the layout opens above it: a part that did not load, or crashed, is left out, and
 * the page stays. The fallback stands in its place; without one a message says so.
 */
export function PartBoundary({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const report = (error: unknown) => {
    if (fallback !== undefined) return;
    const content = t(error instanceof ChunkLoadError ? 'errors.partChunk' : 'errors.crash');
    // Several parts may fail for the same reason: the message is shown once.
    void message.error({ content, key: content });
  };
  return (
    <Boundary onFailed={report} fallback={fallback}>
      {children}
    </Boundary>
  );
}
