/** The room that a layout needs: a small window shows a part of it and squeezes no panel, and a window of one panel needs no more than that panel. */

import { Model } from 'flexlayout-react'
import { describe, expect, it } from 'vitest'
import { defaultLayout, layoutOfOne } from '../../../renderer/workspace/defaultLayout.ts'
import { dockedIn } from '../../../renderer/workspace/dockModel.ts'
import { leastLayoutSize } from '../../../renderer/workspace/panelSize.ts'

const sizeOf = (model: Model) => leastLayoutSize(model, dockedIn(model))

describe('the room that a layout needs', () => {
  it('fits a screen of 1920 × 1080 at 150 %, and is more than there is at 200 %', () => {
    const { width, height } = sizeOf(Model.fromJson(defaultLayout))
    expect([width, height]).toEqual([1_272, 586])
    expect(width).toBeGreaterThan(960)
  })

  it('of one panel is that of the panel, so that a window popped out may be small', () => {
    expect(sizeOf(Model.fromJson(layoutOfOne('ticket:1')))).toEqual({ width: 229, height: 410 })
    expect(sizeOf(Model.fromJson(layoutOfOne('ladder:1')))).toEqual({ width: 240, height: 240 })
  })

  it('is never more than enough where the dealer made a panel narrow', () => {
    const narrow = JSON.parse(JSON.stringify(defaultLayout).replaceAll('"weight":18,', '"weight":6,'))
    expect(JSON.stringify(narrow)).not.toBe(JSON.stringify(defaultLayout))
    expect(sizeOf(Model.fromJson(narrow as typeof defaultLayout)).width).toBe(1_272)
  })
})
