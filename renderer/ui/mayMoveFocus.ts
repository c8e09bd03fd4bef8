/** Whether a part of the window may move the focus: a dealer who is elsewhere by now keeps typing there. Changes nothing. */

/** The focus is within the part, or nowhere: a button that went off, or left the page, had it. */
export const mayMoveFocus = (part: HTMLElement | null): boolean =>
  part !== null &&
  (document.activeElement === null ||
    document.activeElement === document.body ||
    part.contains(document.activeElement))
