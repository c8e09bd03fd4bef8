/** Names the environment variables that would steer Electron, Node or Chromium inside an installed terminal. Ends nothing itself. */

/** What reads them: the frameworks under us. Everything else of the environment is none of our business. */
const STEERS = /^(?:ELECTRON_|NODE_|SSLKEYLOGFILE$|OPENSSL_CONF$)/i

/** Of those, the ones that do no harm here: the fuses of `electron-builder.yml` switch them off, or they say nothing about safety. */
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
 * The first variable that an installed terminal does not start with, or null. By allow-list: what a later Electron or Node learns to read
 * (`NODE_TLS_REJECT_UNAUTHORIZED`, `NODE_DEBUG`, `SSLKEYLOGFILE` today) is refused before we know it.
 */
export const forbiddenVariable = (environment: Readonly<Record<string, string | undefined>>): string | null =>
  Object.keys(environment).find(
    (name) => environment[name] !== '' && STEERS.test(name) && !ALLOWED.has(name.toUpperCase()),
  ) ?? null
