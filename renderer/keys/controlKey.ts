/** Which presses have Ctrl. On macOS ⌘ counts as Ctrl; elsewhere the same flag is the Windows key, which belongs to the system. */

interface WithModifiers {
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** Whether the keyboard has ⌘. */
export const isMac = (): boolean => navigator.userAgent.includes('Macintosh')

/** Ctrl, or ⌘ on macOS. */
export const hasControl = ({ ctrlKey, metaKey }: WithModifiers): boolean => ctrlKey || (metaKey && isMac())

/** The Windows key is down: no key of a panel has it. */
export const hasWindowsKey = ({ metaKey }: Pick<WithModifiers, 'metaKey'>): boolean => metaKey && !isMac()
