/** Reduces the screen updates of the canvases of lightweight-charts. Draws nothing itself. */

/** The methods that draw. Measuring and transforming leave a context clear. */
const INK = ['fill', 'stroke', 'fillRect', 'strokeRect', 'fillText', 'strokeText', 'drawImage'] as const

/**
 * In each pair of canvases the library draws the whole lower canvas, which therefore needs no alpha. At each drawing it clears the upper canvas,
 * which has the crosshair. A cleared canvas is sent to the screen like a drawn one, so this skips a clear after which nothing was drawn. The
 * browser also handles every canvas that it shows once per update of any canvas, so a clear one is transparent: it is not shown, and still has
 * the pointer. Call it before the first drawing. Canvases of later panes are found when they come.
 */
export function spareCanvases(chart: HTMLElement): void {
  const spared = new WeakSet<HTMLCanvasElement>()
  const spare = () => {
    for (const canvas of chart.querySelectorAll('canvas')) {
      if (spared.has(canvas)) continue
      spared.add(canvas)
      const upper = canvas.style.zIndex === '2'
      const context = canvas.getContext('2d', { alpha: upper })
      if (upper && context) showInkOnly(canvas, context)
    }
  }
  spare()
  new MutationObserver(spare).observe(chart, { childList: true, subtree: true })
}

function showInkOnly(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): void {
  let clear = false
  let shown = true
  const show = (ink: boolean) => {
    if (ink === shown) return
    shown = ink
    canvas.style.opacity = ink ? '' : '0'
  }
  const wipe = context.clearRect.bind(context)
  context.clearRect = (...box) => {
    if (clear) return
    clear = true
    wipe(...box)
    // The same drawing may put ink on it.
    queueMicrotask(() => show(!clear))
  }
  for (const ink of INK) {
    const draw: (...given: never[]) => void = context[ink].bind(context)
    Object.assign(context, {
      [ink](...given: never[]) {
        clear = false
        show(true)
        draw(...given)
      },
    })
  }
}
