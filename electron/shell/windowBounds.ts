/** Computes where a window opens: its last position, moved onto the present screens. Pure. */

/** Device-independent pixels. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface SavedBounds extends Rectangle {
  readonly maximized: boolean
  /** The screen on which the window was; null where an earlier release saved none. */
  readonly display: Display | null
}

/** A screen: Electron's id of it, and the part of it that windows may use. */
export interface Display {
  readonly id: number
  readonly workArea: Rectangle
}

export const MINIMUM = { width: 960, height: 600 } as const
const USUAL = { width: 1600, height: 900 } as const
/** Pixels of a window that must show on one screen, so that the dealer can grab it. */
const GRIP = 120

const isPixels = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Math.abs(value as number) <= 100_000

function displayOf(value: unknown): Display | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, workArea } = value as Record<string, unknown>
  // Electron's -1 is an id that is not known, and -10 a desktop over all screens: neither names a screen.
  if (!Number.isSafeInteger(id) || Number(id) < 0 || typeof workArea !== 'object' || workArea === null)
    return null
  const { x, y, width, height } = workArea as Record<string, unknown>
  return isPixels(x) && isPixels(y) && isPixels(width) && isPixels(height)
    ? { id: id as number, workArea: { x, y, width, height } }
    : null
}

/** Saved bounds from settings text, or null when missing or unreadable. */
export function readBounds(text: string | null): SavedBounds | null {
  if (text === null) return null
  try {
    const { x, y, width, height, maximized, display } = JSON.parse(text) as Record<string, unknown>
    if (!isPixels(x) || !isPixels(y) || !isPixels(width) || !isPixels(height)) return null
    return { x, y, width, height, maximized: maximized === true, display: displayOf(display) }
  } catch {
    return null
  }
}

/**
 * Bounds that fit one of the work areas; the first is the main screen. Saved bounds stay while enough of the window shows.
 * Otherwise the window goes to the middle of the main screen. Never larger than its screen.
 */
export function clampBounds(saved: Rectangle | null, areas: readonly Rectangle[]): Rectangle {
  const main = areas[0] ?? { x: 0, y: 0, ...USUAL }
  const overlap = (area: Rectangle, window: Rectangle) => ({
    width: Math.min(area.x + area.width, window.x + window.width) - Math.max(area.x, window.x),
    height: Math.min(area.y + area.height, window.y + window.height) - Math.max(area.y, window.y),
  })
  const home =
    saved &&
    areas.find((area) => {
      const { width, height } = overlap(area, saved)
      return width >= GRIP && height >= GRIP
    })
  const area = home ?? main
  const width = Math.min(Math.max(saved?.width ?? USUAL.width, MINIMUM.width), area.width)
  const height = Math.min(Math.max(saved?.height ?? USUAL.height, MINIMUM.height), area.height)
  if (!saved || !home)
    return {
      x: area.x + Math.floor((area.width - width) / 2),
      y: area.y + Math.floor((area.height - height) / 2),
      width,
      height,
    }
  const within = (at: number, start: number, length: number, size: number) =>
    Math.max(start, Math.min(at, start + length - size))
  return {
    x: within(saved.x, area.x, area.width, width),
    y: within(saved.y, area.y, area.height, height),
    width,
    height,
  }
}

/** Px by which a window may stand beside where it was put without having been moved: window managers add their frames. */
const FRAME = 64

/** Whether two places are the same but for the frame of the window. */
export const isNear = (one: Rectangle, other: Rectangle): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) <= FRAME)

/**
 * Where a window opens: at its place on its own screen, wherever the system has moved that screen; without that screen at its old position, so far
 * as a present screen shows it; else in the middle of the main screen, which is the first of `displays`.
 */
export function placeBounds(saved: SavedBounds | null, displays: readonly Display[]): Rectangle {
  const areas = displays.map(({ workArea }) => workArea)
  const before = saved?.display
  const own = before && displays.find(({ id }) => id === before.id)
  if (!saved || !before || !own) return clampBounds(saved, areas)
  const moved = {
    ...saved,
    x: saved.x + own.workArea.x - before.workArea.x,
    y: saved.y + own.workArea.y - before.workArea.y,
  }
  const { x, y, width, height } = moved
  return clampBounds({ x, y, width, height }, [own.workArea, ...areas])
}
