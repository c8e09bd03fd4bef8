/** Bounds the channel file that `electron-updater` reads: the package takes in an answer of any length before it looks at it. Downloads are not bounded. */

/** Bytes of a channel file, unpacked. electron-builder writes about 1 kB, and the publisher's release notes come on top. */
export const LONGEST_CHANNEL_FILE = 256 * 1024
/** The code of the error of a longer file. */
export const CHANNEL_FILE_TOO_LONG = 'ERR_OPENPIT_CHANNEL_FILE_TOO_LONG'

interface Answer {
  on(event: 'data', listener: (part: string | Uint8Array) => void): unknown
  on(event: 'error', listener: () => void): unknown
  destroy(error: Error): unknown
}

/** The HTTP client of the package, as far as it reads channel files. */
export interface HttpClient {
  /** Reads the whole answer as text, also behind a redirect. Calls `createRequest` with the same options. */
  doApiRequest(options: object, ...more: readonly unknown[]): Promise<unknown>
  createRequest(options: object, onAnswer: (answer: Answer) => void): { abort(): void }
}

/** A longer answer ends its connection, and `doApiRequest` rejects with `CHANNEL_FILE_TOO_LONG`. Call once for each client. */
export function boundAnswers(client: HttpClient): void {
  const read = client.doApiRequest.bind(client)
  const create = client.createRequest.bind(client)
  /** Options of requests whose answer is read whole. The others are downloads. */
  const readWhole = new WeakSet<object>()
  client.doApiRequest = (options, ...more) => {
    readWhole.add(options)
    return read(options, ...more)
  }
  client.createRequest = (options, onAnswer) => {
    if (!readWhole.has(options)) return create(options, onAnswer)
    const request = create(options, (answer) => {
      let bytes = 0
      answer.on('data', (part) => {
        bytes += Buffer.byteLength(part)
        if (bytes <= LONGEST_CHANNEL_FILE) return
        answer.destroy(
          Object.assign(new Error('The channel file is too long.'), { code: CHANNEL_FILE_TOO_LONG }),
        )
        request.abort()
      })
      // The package does not listen to the answer of a missing file, whose body may be long too.
      answer.on('error', () => {})
      onAnswer(answer)
    })
    return request
  }
}
