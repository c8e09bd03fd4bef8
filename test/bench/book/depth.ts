/** The figures of a book update from bytes to book, beside `JSON.parse` and ccxt on the same frames in the same run. */

import { clockOf } from '../../../shared/base/clock.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { seededFrames } from './bookFrames.ts'
import { measureCcxt } from './ccxtBook.ts'
import { measureDecodeApply } from './decodeApply.ts'
import { rounded, type Group } from '../figures.ts'
import { loadCcxt } from '../peers.ts'

/** docs/performance.md, published figures: ccxt, × JSON.parse. */
const PUBLISHED_CCXT = 5.1
const FRAMES = '20 symbols, 1,000 levels a side, about 10.5 changes a message'

const { stream } = venueProfile.parse({
  name: 'Bench',
  kind: 'paper',
  restUrl: 'http://127.0.0.1',
  streamUrl: 'ws://127.0.0.1',
})

export const depth: Group = {
  keys: ['book.decodeApply.overJsonParse', 'book.decodeApply.overCcxt', 'book.message.p99us'],
  async measure({ quick, say }) {
    const frames = seededFrames(20, quick ? 1_000 : 5_000)
    const rounds = quick ? 8 : 20
    const own = measureDecodeApply(frames, stream, clockOf(globalThis), rounds)
    const overJson = own.ownMs / own.jsonMs
    const ccxt = await loadCcxt(say)
    const peer = ccxt && measureCcxt(ccxt.exchange, frames, Math.ceil(rounds / 4))
    const ccxtOverJson = peer ? peer.ccxtMs / peer.jsonMs : PUBLISHED_CCXT
    const beside = ccxt
      ? `ccxt ${ccxt.version} in the same run`
      : 'ccxt could not be installed here: the published figure of docs/performance.md stands in'
    return {
      'book.decodeApply.overJsonParse': {
        value: rounded(overJson),
        unit: '× JSON.parse',
        peer: rounded(ccxtOverJson),
        note: `decode and apply over JSON.parse alone; ${FRAMES}; peer: ${beside}`,
      },
      'book.decodeApply.overCcxt': {
        value: rounded(overJson / ccxtOverJson),
        unit: '× ccxt',
        peer: 1,
        note: `both over JSON.parse of the same frames; peer: ${beside}`,
      },
      'book.message.p99us': {
        value: rounded(own.aboutTen.p99 - own.clock.median),
        unit: 'µs',
        peer: 63.2,
        note: `one message of 9 to 12 changes from bytes to book, less ${rounded(own.clock.median)} µs, the median of the clock's own reading in the same run (its p99: ${rounded(own.clock.p99)}); median ${rounded(own.aboutTen.median - own.clock.median)}; each message by the best of ${rounds} rounds: p99 ${rounded(own.aboutTenBest.p99 - own.clock.median)}; of messages of every length, the reading included: median ${rounded(own.all.median)}, p99 ${rounded(own.all.p99)}; peer: ccxt, published figure of docs/performance.md`,
      },
    }
  },
}
