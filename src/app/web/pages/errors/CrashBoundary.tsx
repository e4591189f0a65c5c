import { Component, type ReactNode } from 'react';
import { CrashNotice } from './Crash.tsx';

interface State {
  failed: boolean;
  error: unknown;
}

/** Error boundary of a page; the layout stays. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error };
  }

  override render(): ReactNode {
    return this.state.failed ? <CrashNotice error={this.state.error} /> : this.props.children;
  }
}
