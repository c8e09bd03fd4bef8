/** Finds environment variables that would control Electron, Node or Chromium inside an installed terminal. Ends nothing itself. */

/** Variables that the frameworks read. All other variables are harmless. */
const STEERS = /^(?:ELECTRON_|NODE_|SSLKEYLOGFILE$|OPENSSL_CONF$)/i

/** Exceptions: switched off by the fuses of `electron-builder.yml`, or harmless. */
const ALLOWED: ReadonlySet<string> = new Set([
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_NO_ATTACH_CONSOLE',
  'ELECTRON_OZONE_PLATFORM_HINT',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_ENV',
  'NODE_PATH',
  'NODE_VERSION',
])

/**
 * The first variable with which an installed terminal refuses to start, or null. An allow-list: variables of later versions
 * of Electron or Node are refused too (today `NODE_TLS_REJECT_UNAUTHORIZED`, `NODE_DEBUG`, `SSLKEYLOGFILE`).
 */
export const forbiddenVariable = (environment: Readonly<Record<string, string | undefined>>): string | null =>
  Object.keys(environment).find(
    (name) => environment[name] !== '' && STEERS.test(name) && !ALLOWED.has(name.toUpperCase()),
  ) ?? null
