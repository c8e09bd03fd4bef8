/** Makes one planned fault happen in a simulated world. */

import type { WorldFault } from '../plan/faults.ts'
import type { SimDisk } from './disk.ts'
import { INSTRUMENTS } from './quietExchange.ts'
import type { Requests } from './network/requests.ts'
import type { Runs } from './runs.ts'
import type { Streams } from './network/streams.ts'
import type { SimVenue } from './venue.ts'
import type { VirtualTime } from './virtualTime.ts'

export interface StrikeTargets {
  readonly time: VirtualTime
  readonly venue: SimVenue
  readonly requests: Requests
  readonly streams: Streams
  readonly disk: SimDisk
  readonly runs: Runs
}

export function strike(targets: StrikeTargets, fault: WorldFault): void {
  const { time, venue, requests, streams, disk, runs } = targets
  switch (fault.does) {
    case 'request':
      return requests.arm(fault.request, fault.fault)
    case 'outage':
      requests.outage(fault.ms, fault.swallows)
      return streams.outage(fault.ms)
    case 'stream-drop':
      return streams.drop()
    case 'stream-half-open':
      return streams.halfOpen()
    case 'stream-stall':
      return streams.stall(fault.ms)
    case 'stream-miss':
      return streams.miss(fault.frames)
    case 'stream-double':
      return streams.double(fault.ms)
    case 'tokens-end':
      return requests.endTokens()
    case 'clock-step':
      return runs.stepClock(fault.ms)
    case 'status-flip': {
      const { symbol } = venue.exchange.instruments[fault.market] ?? INSTRUMENTS[0]
      venue.exchange.setStatus(symbol, fault.to)
      time.after(fault.ms, () => venue.exchange.setStatus(symbol, 'open'))
      return undefined
    }
    case 'crash':
      return runs.crashAt(fault.atOperation, fault.downMs)
    case 'restart':
      return void runs.restart(fault.downMs)
    case 'disk-hang':
      return disk.hang(time.elapsed + fault.ms)
    case 'disk-fail':
      return disk.failFrom(fault.operation, fault.code, time.elapsed + fault.ms)
  }
}
