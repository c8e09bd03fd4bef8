/** Opens one connection to the venue ahead of need, so that an order waits for no handshake. Sends no byte. */

import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { momentOf, msSince, type Clock, type Stop } from '../../../shared/base/clock.ts'

export interface SpareOptions {
  readonly clock: Clock
  /** Ms that opening a connection may take. */
  readonly connectMs: number
  /** A spare connection this old, ms, is replaced: the venue may be closing it at that moment. */
  readonly freshMs: number
}

type Connected = (...result: [error: null, socket: Socket] | [error: Error, socket: null]) => void

export interface SpareConnection {
  /** Passes on, in a later turn, an open connection that no other request uses: the spare where there is one. Then opens another spare. */
  take(connected: Connected): void
  close(): void
}

// Ignores later events of a connection that no request took.
const ignore = () => {}

class TooSlow extends Error {
  readonly code = 'UND_ERR_CONNECT_TIMEOUT'
}

/** The connection is open both ways, and the venue sent nothing on it. */
const isUnused = (socket: Socket): boolean =>
  !socket.destroyed && socket.readyState === 'open' && socket.readableLength === 0

/** Runs `next` after the system reported the events of every socket: a close by the venue may be among them. */
const afterNews = (run: () => void): void => void setImmediate(() => setImmediate(run))

/** `origin`: the venue's address. Nothing is opened before the first `take`. */
export function openSpareConnection(
  origin: URL,
  { clock, connectMs, freshMs }: SpareOptions,
): SpareConnection {
  const secure = origin.protocol === 'https:'
  const host = origin.hostname.replace(/^\[|\]$/g, '')
  const port = Number(origin.port) || (secure ? 443 : 80)
  let spare: Socket | null = null
  let since = momentOf(clock)
  let opening = false
  let closed = false
  let stopRenewal: Stop = () => {}

  const open = (connected: Connected): void => {
    const socket = secure
      ? connectSecure({
          host,
          port,
          minVersion: 'TLSv1.2',
          ALPNProtocols: ['http/1.1'],
          ...(isIP(host) === 0 ? { servername: host } : {}),
        })
      : connectPlain({ host, port })
    socket.setNoDelay(true).setKeepAlive(true, 60_000)
    const ready = secure ? 'secureConnect' : 'connect'
    const settle = () => {
      socket.setTimeout(0).off('timeout', late).off(ready, succeeded).off('error', failed)
    }
    const succeeded = () => {
      settle()
      connected(null, socket)
    }
    const failed = (error: Error) => {
      settle()
      socket.on('error', ignore).destroy()
      connected(error, null)
    }
    const late = () => failed(new TooSlow('too slow'))
    socket.setTimeout(connectMs).on('timeout', late).once(ready, succeeded).once('error', failed)
  }

  /** Stores the spare until it is taken, too old, or closed by the venue. */
  const keep = (socket: Socket): void => {
    spare = socket
    since = momentOf(clock)
    socket.on('error', ignore).on('close', gone)
    stopRenewal = clock.after(freshMs, () => {
      release()?.destroy()
      prepare()
    })
  }
  /** The connection is no spare any more. */
  const release = (): Socket | null => {
    const was = spare?.off('close', gone) ?? null
    spare = null
    stopRenewal()
    return was
  }
  const gone = () => void release()

  const prepare = (): void => {
    if (opening || closed || spare) return
    opening = true
    open((_error, socket) => {
      opening = false
      // Without a spare the next request opens its own connection, and another spare is tried then.
      if (!socket) return
      if (closed) socket.on('error', ignore).destroy()
      else keep(socket)
    })
  }

  const openNow = (connected: Connected): void =>
    open((error, socket) => {
      if (!socket) return connected(error, null)
      connected(null, socket)
      return prepare()
    })

  return {
    take(connected) {
      const ready = release()
      const age = msSince(clock, since)
      if (ready && age <= freshMs)
        return afterNews(() => {
          if (!isUnused(ready)) {
            ready.destroy()
            return openNow(connected)
          }
          connected(null, ready)
          // From now on the pool handles errors of the connection.
          ready.off('error', ignore)
          return prepare()
        })
      ready?.destroy()
      return openNow(connected)
    },
    close() {
      closed = true
      release()?.destroy()
    },
  }
}
