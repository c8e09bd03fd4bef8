/** What a page of the desktop program asks of the shell, as the end of an address that is opened and never loaded. Pure. */

const REQUESTS = ['new', 'close', 'reopen', 'next', 'previous', 'fullscreen', 'front'] as const
export type PlainRequest = (typeof REQUESTS)[number]
/** `pop.NAME`: opens a window of that name for one panel. */
export type ShellRequest = PlainRequest | `pop.${string}`

export type ReadRequest = { readonly is: PlainRequest } | { readonly is: 'pop'; readonly name: string }

/** The request in an address; null where it is none. */
export function readShellRequest(address: string, origin: string): ReadRequest | null {
  const start = `${origin}/#`
  if (!address.startsWith(start)) return null
  const words = address.slice(start.length)
  const plain = REQUESTS.find((request) => request === words)
  if (plain !== undefined) return { is: plain }
  const [, name] = /^pop\.(popout[a-z]{1,14})$/.exec(words) ?? []
  return name === undefined ? null : { is: 'pop', name }
}
