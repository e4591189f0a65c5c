import { Component, type ReactNode } from 'react';

interface Props {
  /** Stands in place of the part. */
  fallback: ReactNode;
  onFailed?: (error: unknown) => void;
  children: ReactNode;
}

/** Around a part of a page: when it did not load, or crashed, it is left out, and the page stays. */
export class PartBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailed?.(error);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
