import { describe, expect, it } from 'vitest'
import { clockOf } from '../../../shared/base/clock.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { SECOND_VARIANT } from '../../fakes/venue/secondVariant.ts'
import { ownRecording } from '../../fixtures/recording.ts'
import { recordedFrames, seededFrames } from './bookFrames.ts'
import { measureDecodeApply } from './decodeApply.ts'

const clock = clockOf(globalThis)
const streamVariantWith = (stream: object) =>
  venueProfile.parse({ name: 'V', kind: 'paper', restUrl: 'http://v', streamUrl: 'ws://v', stream }).stream

describe('a book update from bytes to book', () => {
  it('costs well under JSON.parse alone on the same frames', () => {
    const frames = seededFrames(20, 1_000)
    const run = measureDecodeApply(frames, streamVariantWith({}), clock, 12)
    expect(run.changes / run.messages).toBeGreaterThan(9)
    expect(run.overJsonParse).toBeLessThan(0.35)
    // Even the slowest in a hundred, by its best round, costs less than JSON.parse of one does on average.
    expect(run.aboutTenBest.p99 / ((run.jsonMs * 1_000) / run.messages)).toBeLessThan(1)
  })

  it('is read from its bytes throughout a recording, in the words of either variant', async () => {
    const { stream } = SECOND_VARIANT
    const { channel, type, data, update, snapshot } = stream
    const second = streamVariantWith({
      channel: [channel],
      type: [type],
      data: [data],
      update: [update],
      snapshot: [snapshot],
    })
    // The measurement fails by itself when a frame is left to the text parser or a book loses trust.
    for (const [choices, streamVariant] of [
      [{}, streamVariantWith({})],
      [{ stream }, second],
    ] as const) {
      const run = measureDecodeApply(await recordedFrames(ownRecording, choices), streamVariant, clock, 1)
      expect(run.messages).toBeGreaterThan(1_000)
    }
  })
})
