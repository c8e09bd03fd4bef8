/** The HTTP headers of the page, for every server of it. Text only. */

/**
 * Allows scripts, styles and fonts of the page's own origin only. Only `connect` differs: no address in the desktop window,
 * the gateway's own socket over loopback.
 */
export const contentPolicy = (connect: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `font-src 'self'`,
    `img-src 'self' data:`,
    `connect-src ${connect}`,
    `worker-src 'self'`,
    `frame-src 'none'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    // The only address that may become a script is that of the paint worker (`renderer/paint/startWorker.ts`).
    `trusted-types openpit-paint`,
  ].join('; ')

/** Headers of every file of the page. */
export const pageHeaders = (connect: string): Record<string, string> => ({
  'Content-Security-Policy': contentPolicy(connect),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
})
