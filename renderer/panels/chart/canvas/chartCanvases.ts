/** Reduces the screen updates of the canvases of lightweight-charts. Draws nothing itself. */

/** The methods that draw. Measuring and transforming leave a context clear. */
const INK = ['fill', 'stroke', 'fillRect', 'strokeRect', 'fillText', 'strokeText', 'drawImage'] as const

/**
 * In each pair of canvases the library draws the whole lower canvas, which therefore needs no alpha. At each drawing it clears the upper canvas,
 * which has the crosshair. A cleared canvas is sent to the screen like a drawn one, so this skips a clear after which nothing was drawn. Call it
 * before the first drawing.
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
