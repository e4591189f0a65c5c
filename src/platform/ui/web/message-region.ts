let region: HTMLElement | undefined;

/**
 * Where antd shows its messages, which it does not announce itself: a live region, in the document before the first
 * message, as screen readers need it.
 */
export function messageRegion(): HTMLElement {
  if (region === undefined) {
    region = document.createElement('div');
    region.setAttribute('aria-live', 'polite');
  }
  if (!region.isConnected) document.body.append(region);
  return region;
}
