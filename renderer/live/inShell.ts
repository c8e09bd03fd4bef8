/** Whether the desktop shell serves this page, under its own scheme. Opens nothing. */

export const inShell: boolean = (globalThis as { location?: Location }).location?.protocol === 'app:'
