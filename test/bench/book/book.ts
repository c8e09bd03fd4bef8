/** `node test/bench/book/book.ts`: what a book update costs from bytes to book, beside `JSON.parse` alone on the same frames. */

import { clockOf } from '../../../shared/base/clock.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { ownRecording, realRecording } from '../../fixtures/recording.ts'
import { recordedFrames, seededFrames, type StreamFrames } from './bookFrames.ts'
import { measureDecodeApply, type Spread } from './decodeApply.ts'

const ROUNDS = 20
const variant = venueProfile.parse({
  name: 'Paper',
  kind: 'paper',
  restUrl: 'http://127.0.0.1',
  streamUrl: 'ws://127.0.0.1',
}).stream
const clock = clockOf(globalThis)

const spreadText = ({ median, p99 }: Spread) => `${median.toFixed(2)} µs median, ${p99.toFixed(2)} µs p99`

function show(name: string, frames: StreamFrames): void {
  const run = measureDecodeApply(frames, variant, clock, ROUNDS)
  const per = (count: number, digits = 1) => (count / run.messages).toFixed(digits)
  console.log(
    [
      `${name}: ${run.messages} messages, ${per(run.changes)} changes and ${per(run.bytes, 0)} bytes each`,
      `  decode + apply   ${run.overJsonParse.toFixed(3)} × JSON.parse   ${((1e6 * run.ownMs) / run.changes).toFixed(1)} ns a change`,
      `  decode           ${(run.decodeMs / run.jsonMs).toFixed(3)} × JSON.parse`,
      `  decode + apply   ${(run.ownMs / run.textJsonMs).toFixed(3)} × JSON.parse with its text made from the bytes`,
      `  JSON.parse       ${((1e6 * run.jsonMs) / run.changes).toFixed(1)} ns a change`,
      `  one message      ${spreadText(run.all)}`,
      `  of 9 to 12 changes ${spreadText(run.aboutTen)}; by its best round ${spreadText(run.aboutTenBest)}`,
      `  the clock alone  ${spreadText(run.clock)}`,
    ].join('\n'),
  )
}

show('seeded, 20 symbols', seededFrames(20, 5_000))
show('own recording', await recordedFrames(ownRecording))
if (realRecording) show('real market', await recordedFrames(realRecording))
else console.log('real market: its recording is not beside the project')
