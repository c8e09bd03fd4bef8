/** The canvases that lightweight-charts made: spares the screen what nothing was drawn on. Draws nothing itself. */

/** What draws; a context that was only measured on or transformed is as clear as before. */
const INK = ['fill', 'stroke', 'fillRect', 'strokeRect', 'fillText', 'strokeText', 'drawImage'] as const

/**
 * Of each pair of canvases the library draws the lower one whole, so it needs no alpha, and wipes the upper one, for the crosshair, at each drawing.
 * A wiped canvas is handed to the screen like a drawn one: the wipe is left out where nothing was drawn since the last. Call before anything is drawn.
 */
export function spareCanvases(chart: HTMLElement): void {
  for (const canvas of chart.querySelectorAll('canvas')) {
    const upper = canvas.style.zIndex === '2'
    const context = canvas.getContext('2d', { alpha: upper })
    if (upper && context) wipeOnce(context)
  }
}

function wipeOnce(context: CanvasRenderingContext2D): void {
  let clear = false
  const wipe = context.clearRect.bind(context)
  context.clearRect = (...box) => {
    if (clear) return
    clear = true
    wipe(...box)
  }
  for (const ink of INK) {
    const draw: (...given: never[]) => void = context[ink].bind(context)
    Object.assign(context, {
      [ink](...given: never[]) {
        clear = false
        draw(...given)
      },
    })
  }
}
