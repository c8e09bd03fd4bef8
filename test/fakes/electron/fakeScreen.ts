/** Stands in for Electron's `screen` with any number of displays, of which a test plugs and unplugs some (electronjs.org/docs/latest/api/screen). */

import { EventEmitter } from 'node:events'

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Electron's display, as far as the shell reads it. The id is unique among the present ones; -1: not known yet (api/structures/display). */
export interface FakeDisplay {
  readonly id: number
  readonly bounds: Rectangle
  /** `bounds` without task bar and menu bar. */
  readonly workArea: Rectangle
}

/** Px that a task bar takes at the bottom. */
const TASK_BAR = 40

export const displayAt = (id: number, x: number, y: number, width: number, height: number): FakeDisplay => ({
  id,
  bounds: { x, y, width, height },
  workArea: { x, y, width, height: height - TASK_BAR },
})

const overlap = (a: Rectangle, b: Rectangle): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

export class FakeScreen extends EventEmitter {
  /** The first is the primary one. */
  displays: readonly FakeDisplay[] = [displayAt(1, 0, 0, 1920, 1080)]
  private readonly mustBeReady: (sentence: string) => void
  constructor(mustBeReady: (sentence: string) => void) {
    super()
    this.mustBeReady = mustBeReady
  }
  /** "This module cannot be used until the `ready` event of the `app` module is emitted." */
  private present(): readonly FakeDisplay[] {
    this.mustBeReady("The 'screen' module can't be used before the app 'ready' event")
    return this.displays
  }
  private primary(): FakeDisplay {
    const [first] = this.present()
    if (!first) throw new Error('a test took the last display')
    return first
  }
  getPrimaryDisplay = () => this.primary()
  /** Those "that are currently available". */
  getAllDisplays = () => [...this.present()]
  /** "The display that most closely intersects the provided bounds": by area, and by the bounds of displays, not by what a task bar leaves. */
  getDisplayMatching = (bounds: Rectangle): FakeDisplay => {
    const areas = this.present().map((display) => overlap(display.bounds, bounds))
    const most = Math.max(...areas)
    return (most > 0 ? this.displays[areas.indexOf(most)] : undefined) ?? this.primary()
  }
  /** `display-added` "when `newDisplay` has been added". */
  plug(display: FakeDisplay): void {
    this.displays = [...this.displays, display]
    this.emit('display-added', {}, display)
  }
  /** `display-removed` "when `oldDisplay` has been removed": it is out of the list by then. What the window system does with its windows is its own affair. */
  unplug(id: number): void {
    const gone = this.displays.find((display) => display.id === id)
    this.displays = this.displays.filter((display) => display !== gone)
    if (gone) this.emit('display-removed', {}, gone)
  }
}
