import { App } from 'antd';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChunkLoadError } from '../../../platform/http/web/load-chunk.ts';

interface Props {
  onFailed: (error: unknown) => void;
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
    return this.state.failed ? null : this.props.children;
  }
}

/**
 * Around what the layout opens above the page: a part that did not load, or crashed, is left out with a message, and
 * layout and page stay.
 */
export function DialogBoundary({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const report = (error: unknown) => {
    const content = t(error instanceof ChunkLoadError ? 'errors.partChunk' : 'errors.crash');
    // Several parts may fail for the same reason: the message is shown once.
    void message.error({ content, key: content });
  };
  return <Boundary onFailed={report}>{children}</Boundary>;
}
