/** Where menus of the header are put: it stays while the page scrolls, and so they do. */
export const inHeader = (trigger: HTMLElement): HTMLElement => trigger.closest('header') ?? document.body;
