/** Popup container of header menus: the header, which stays while the page scrolls. */
export const inHeader = (trigger: HTMLElement): HTMLElement => trigger.closest('header') ?? document.body;
