/** Names the switches that would open an installed terminal to others: debugging ports, traffic logs, weaker security. Ends nothing itself. */

/** By beginning, without dashes (reference/reliability.md §3.2). No fuse covers Chromium's own switches. */
const FORBIDDEN = [
  'inspect',
  'remote-debugging-',
  'no-sandbox',
  'disable-web-security',
  'ignore-certificate-errors',
  'host-rules',
  'host-resolver-rules',
  'proxy-server',
  'load-extension',
  'js-flags',
  'enable-logging',
  'log-file',
  'log-net-log',
  'ssl-key-log-file',
]

/** The first forbidden switch among the words of a command line, or null. Chromium takes `-x`, `--x` and, on Windows, `/x`. */
export const forbiddenSwitch = (words: readonly string[]): string | null =>
  words.find((word) => {
    const name = /^(?:--?|\/)([a-z][a-z-]*)/i.exec(word)?.[1]?.toLowerCase()
    return name !== undefined && FORBIDDEN.some((start) => name.startsWith(start))
  }) ?? null
